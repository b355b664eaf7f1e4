/* What this browser saves for a screen. What does not fit is set aside, where it can be downloaded or deleted. */
LuckAtlas.saved = (function () {
  "use strict";

  const { id } = LuckAtlas.parts;
  const aside = (key) => `${key}-set-aside`;

  function stored(act) {
    try {
      return act(localStorage);
    } catch {
      return undefined;
    }
  }

  const write = (key, text) => stored((storage) => storage.setItem(key, text) === undefined) === true;
  const remove = (key) => stored((storage) => storage.removeItem(key));
  const read = (key) => stored((storage) => storage.getItem(key)) ?? null;

  /* What `take` makes of the data under a key; null if there is none, or none that `take` accepts: then it throws. What
     is set aside is offered, if there is to be an offer. */
  function load(key, take, offered = true) {
    const text = read(key);
    let [found, damaged] = [null, false];
    try {
      if (text !== null) found = take(JSON.parse(text));
    } catch {
      damaged = true;
      write(aside(key), text);
    }
    if (offered) offer(key, damaged ? text : read(aside(key)));
    return { found, damaged };
  }

  /* A way to have what was set aside as a file, and one to be rid of it. */
  function offer(key, text) {
    id("set-aside").hidden = text === null;
    if (text === null) return;
    const link = id("set-aside").querySelector("a");
    URL.revokeObjectURL(link.href);
    Object.assign(link, { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: `${key}.json` });
    id("set-aside").querySelector("button").onclick = () => {
      remove(aside(key));
      offer(key, null);
    };
  }

  function forget(key) {
    remove(key);
    remove(aside(key));
    offer(key, null);
  }

  return { forget, load, write };
})();
