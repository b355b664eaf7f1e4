/* A fight to share: a sentence, a link that plays it again, a picture. */
LuckAtlas.sharing = (function () {
  "use strict";

  const { account, adventure, links, parts, replays, words } = LuckAtlas;
  const { fill } = parts;
  const { fightOf } = adventure;

  const sentence = (state) => words.shareText({ fight: fightOf(state), from: account.of(state).points[0]?.chance, end: state.end });

  /* What the picture says, in its order. */
  function told(state) {
    const { points, luckiest, dearest, decided, measure } = account.of(state);
    const remarks = [];
    if (luckiest && state.end === "lost") remarks.push({ head: words.LUCKIEST, badge: words.arrow(words.hundred(luckiest.from), words.hundred(luckiest.to)), text: words.rollWords(luckiest) });
    remarks.push({ head: words.DEAREST, badge: dearest ? words.MISTAKES[dearest.name] : "", text: dearest ? words.choiceWords(dearest) : words.noMistake(decided) });
    return { title: words.END[state.end](state.scores), fight: words.fightLine(fightOf(state)), curve: words.curveTitle(measure), points, ring: dearest ? dearest.number : 0, remarks };
  }

  /* To whatever the phone shares with, or into the folder for downloads. */
  async function picture(root, state) {
    const tell = (line) => {
      fill(root, { told: line });
      parts.say(line);
    };
    try {
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

  /* A link that plays the fight again; to the fight alone where that cannot be. */
  function link(root, state) {
    const replay = replays.query(state);
    const alone = links.query({ ...state, scores: state.before, used: 0 });
    parts.share(root, sentence(state), replay ? `fight.html${replay}` : `index.html${alone}`, words.LINKS);
  }

  return { link, picture, sentence, told };
})();
