/* Dice for those who have none at hand: fair, and drawn as they lie. */
LuckAtlas.dice = (function () {
  "use strict";

  const FACES = 6;
  const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

  function die() {
    const byte = new Uint8Array(1);
    // A byte beyond the last whole multiple would favour the low faces.
    do crypto.getRandomValues(byte);
    while (byte[0] >= 256 - (256 % FACES));
    return (byte[0] % FACES) + 1;
  }

  const pair = () => [die(), die()];
  const sum = ([a, b]) => a + b;

  function face(value) {
    const svg = LuckAtlas.draw(null, "svg", { viewBox: "0 0 30 30", class: "die-face", "aria-hidden": "true" });
    LuckAtlas.draw(svg, "rect", { x: 1, y: 1, width: 28, height: 28, rx: 6 });
    for (const pip of PIPS[value]) LuckAtlas.draw(svg, "circle", { cx: 8 + (pip % 3) * 7, cy: 8 + Math.floor(pip / 3) * 7, r: 2.7 });
    return svg;
  }

  return { face, pair, sum };
})();
