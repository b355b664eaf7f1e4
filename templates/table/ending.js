/* After a fight, on the screen: the curve, the luckiest roll, the dearest decision; and the same as a picture. */
LuckAtlas.ending = (function () {
  "use strict";

  const { account, adventure, parts, words } = LuckAtlas;
  const { fill, id, markOf } = parts;
  const foeOf = ({ before }) => [before["foe-skill"], before["foe-stamina"]];
  const fightOf = (state) => ({ foe: foeOf(state), count: adventure.count(state) });

  function show(state) {
    const found = account.of(state);
    const { dearest, luckiest, points, measure } = found;
    const root = id("account");
    fill(root, {
      fight: words.fightLine(fightOf(state)),
      end: words.END[state.end](state.scores),
      curve: words.curveTitle(measure),
      limits: dearest ? words.limits(account.LIMITS) : "",
    });
    id("curve").replaceChildren(LuckAtlas.curve(points, measure, dearest && dearest.number));
    id("ring-sign").hidden = !dearest;
    id("luckiest").hidden = !luckiest;
    if (luckiest) fill(root, { luckiest: words.rollWords(luckiest), "luckiest-chances": words.arrow(words.hundred(luckiest.from), words.hundred(luckiest.to)) });
    markOf(id("dearest-mark"), dearest ? dearest.outcome : "");
    fill(root, { dearest: dearest ? words.choiceWords(dearest) : words.noMistake(found.decided), "dearest-name": dearest ? words.MISTAKES[dearest.name] : "" });
    return found;
  }

  const sentence = (state) => words.shareText({ fight: fightOf(state), from: account.of(state).points[0].chance, end: state.end });

  /* What the picture says, in its order. */
  function told(state) {
    const { points, luckiest, dearest, decided, measure } = account.of(state);
    const remarks = [];
    if (luckiest) remarks.push({ head: words.LUCKIEST, badge: words.arrow(words.hundred(luckiest.from), words.hundred(luckiest.to)), text: words.rollWords(luckiest) });
    remarks.push({ head: words.DEAREST, badge: dearest ? words.MISTAKES[dearest.name] : "", text: dearest ? words.choiceWords(dearest) : words.noMistake(decided) });
    return { title: words.END[state.end](state.scores), fight: words.fightLine(fightOf(state)), curve: words.curveTitle(measure), points, ring: dearest ? dearest.number : 0, remarks };
  }

  /* The script that draws comes when it is asked for: few readers do. */
  function drawn() {
    if (LuckAtlas.picture) return Promise.resolve();
    return new Promise((done, failed) => {
      const script = Object.assign(document.createElement("script"), { src: "static/picture.js", onload: done, onerror: failed });
      document.head.append(script);
    });
  }

  /* To whatever the phone shares with, or into the folder for downloads. */
  async function picture(root, state) {
    const tell = (line) => {
      fill(root, { told: line });
      parts.say(line);
    };
    try {
      await drawn();
      const canvas = await LuckAtlas.picture(told(state));
      const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
      const file = new File([blob], words.PICTURE.name, { type: "image/png" });
      if (matchMedia("(pointer: coarse)").matches && navigator.canShare && navigator.canShare({ files: [file] })) {
        await navigator.share({ files: [file], text: sentence(state) }).catch(() => {});
        return;
      }
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: file.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      tell(words.PICTURE.saved);
    } catch {
      tell(words.PICTURE.cannot);
    }
  }

  return { picture, sentence, show, told };
})();
