/* My adventures: the list of them, their names, files of them. */
LuckAtlas.mine = (function () {
  "use strict";

  const { current, parts, shelf, store, words } = LuckAtlas;
  const { fill, id, make, say } = parts;
  const table = id("table");

  const button = (text, then, label) => {
    const made = make("button", "text", text);
    made.type = "button";
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", then);
    return made;
  };
  const nameOf = ({ title, state }) => title || words.unnamed(state);

  function show() {
    if (document.activeElement !== id("adventure-title")) id("adventure-title").value = current.title;
    id("adventure-title").placeholder = words.unnamed(current.state);
    id("others").replaceChildren(...shelf.list().map(row));
  }

  function row(found, index) {
    const name = nameOf(found);
    const open = button(words.MINE.open, () => shelf.open(index), `${words.MINE.open}: ${name}`);
    const remove = button(words.MINE.remove, () => {
      shelf.remove(index);
      show();
    }, `${words.MINE.remove}: ${name}`);
    return make("li", "", make("span", "", name), open, remove);
  }

  function tell(text) {
    fill(table, { told: text });
    say(text);
  }

  function toFile() {
    const text = JSON.stringify(current.written());
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: words.MINE.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    tell(words.MINE.saved);
  }

  async function fromFile(input) {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    try {
      shelf.swap(store.take(JSON.parse(await file.text())));
      tell(words.MINE.opened);
    } catch {
      tell(words.MINE.wrong);
    }
  }

  function listen(on) {
    id("adventure-title").addEventListener("change", () => current.rename(id("adventure-title").value.trim()));
    on("export", toFile);
    id("import").addEventListener("change", () => fromFile(id("import")));
  }

  return { listen, show, tell };
})();
