/* The tables of every skill gap, loaded when asked for: data/gap/*.js, as atlas/lookup_data.py writes them. */
window.LuckAtlas = window.LuckAtlas || {};

(function () {
  "use strict";

  const folder = new URL("../data/gap/", document.currentScript.src);
  const loaded = new Map();
  const awaited = new Map();

  LuckAtlas.takeEdition = function (edition) {
    LuckAtlas.edition = edition;
  };

  LuckAtlas.takeGap = function (content) {
    const { found, failed } = awaited.get(content.skill_gap);
    unpacked(content.data)
      .then((bytes) => {
        loaded.set(content.skill_gap, table(content, bytes));
        found();
      })
      .catch(failed);
  };

  function unpacked(text) {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).arrayBuffer().then((buffer) => new Uint8Array(buffer));
  }

  /* One array of codes for each column, by luck, hero stamina, foe stamina. */
  function table(content, bytes) {
    const rules = LuckAtlas.edition.rules;
    const side = rules.max_stamina;
    const plane = side * side;
    const size = plane * (rules.max_luck + 1);
    const columns = {};
    let at = 0;
    for (const [name, width, like] of content.columns) {
      const codes = new Int32Array(size);
      for (let byte = 0; byte < width; byte++) {
        for (let i = 0; i < size; i++) codes[i] |= bytes[at++] << (8 * byte);
      }
      for (let i = 0; i < size; i++) {
        codes[i] = codes[i] & 1 ? -(codes[i] + 1) / 2 : codes[i] / 2;
        if (i >= plane) codes[i] += codes[i - plane];
      }
      if (like) {
        for (let i = 0; i < size; i++) codes[i] += columns[like][i];
      }
      columns[name] = codes;
    }
    return { columns, plane, reasons: content.reasons, side, skillGap: content.skill_gap };
  }

  /* The skill gap that plays exactly like this one. */
  LuckAtlas.clampGap = function (skillGap) {
    const widest = LuckAtlas.edition.widest;
    return Math.max(-widest, Math.min(widest, skillGap));
  };

  LuckAtlas.hasGap = function (skillGap) {
    return skillGap in LuckAtlas.edition.gaps;
  };

  /* What is there already, or undefined. */
  LuckAtlas.gap = function (skillGap) {
    return loaded.get(skillGap);
  };

  LuckAtlas.loadGap = function (skillGap) {
    if (!LuckAtlas.hasGap(skillGap)) return Promise.reject(new Error("no such skill gap"));
    if (!awaited.has(skillGap)) {
      const entry = {};
      entry.promise = new Promise((found, failed) => {
        entry.found = found;
        entry.failed = failed;
        const script = document.createElement("script");
        script.src = new URL(LuckAtlas.edition.scripts[skillGap], folder).href;
        script.onerror = failed;
        document.head.append(script);
      });
      // A failure is forgotten, so that the next question tries again.
      entry.promise.catch(() => awaited.delete(skillGap));
      awaited.set(skillGap, entry);
    }
    return awaited.get(skillGap).promise;
  };
})();
