/* Dice for those who have none at hand: fair. */
LuckAtlas.dice = (function () {
  "use strict";

  const FACES = 6;
  /* Whether this browser has chance that nobody can foresee. */
  const fair = () => Boolean(window.crypto && crypto.getRandomValues);

  function die() {
    const byte = new Uint8Array(1);
    // A byte beyond the last whole multiple would favour the low faces.
    do crypto.getRandomValues(byte);
    while (byte[0] >= 256 - (256 % FACES));
    return (byte[0] % FACES) + 1;
  }

  const pair = () => [die(), die()];
  const sum = ([a, b]) => a + b;

  /* Where the pips of a face are, on a die of 20 by 20. */
  const PIPS = [[], [[10, 10]], [[6, 6], [14, 14]], [[5.5, 5.5], [10, 10], [14.5, 14.5]], [[6, 6], [14, 6], [6, 14], [14, 14]],
    [[5.5, 5.5], [14.5, 5.5], [10, 10], [5.5, 14.5], [14.5, 14.5]], [[6, 5], [14, 5], [6, 10], [14, 10], [6, 15], [14, 15]]];

  /* A die as it lies: the number is said, the pips are shown. */
  function shown(face) {
    const svg = LuckAtlas.draw(null, "svg", { class: "face", viewBox: "0 0 20 20", role: "img", "aria-label": String(face) });
    LuckAtlas.draw(svg, "rect", { x: 1, y: 1, width: 18, height: 18, rx: 4.5 });
    for (const [cx, cy] of PIPS[face]) LuckAtlas.draw(svg, "circle", { cx, cy, r: 1.9 });
    return svg;
  }

  return { die, fair, pair, shown, sum };
})();
