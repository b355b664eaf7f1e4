/* A fight so far as three small charts: win chance, both staminas, luck. */
window.LuckAtlas = window.LuckAtlas || {};

(function () {
  "use strict";

  const draw = LuckAtlas.draw;
  const [WIDTH, LEFT, RIGHT, HIGH, GAP] = [400, 92, 66, 50, 22];

  /* One strip: a name on the left, lines in the middle, what stands now on the right. */
  function strip(svg, top, { name, now, most, lines }, steps) {
    const width = WIDTH - LEFT - RIGHT;
    draw(svg, "rect", { class: "strip", x: LEFT, y: top, width, height: HIGH });
    draw(svg, "text", { class: "strip-name", x: LEFT - 10, y: top + HIGH / 2 + 5, "text-anchor": "end" }, name);
    draw(svg, "text", { class: "strip-now", x: LEFT + width + 10, y: top + HIGH / 2 + 5 }, now);
    const x = (i) => LEFT + (steps > 1 ? (i * width) / (steps - 1) : 0);
    const y = (value) => top + HIGH - (most ? value / most : 0) * HIGH;
    for (const { kind, values } of lines) {
      const known = values.map((value, i) => [i, value]).filter(([, value]) => value !== undefined);
      if (!known.length) continue;
      const points = known.map(([i, value]) => `${x(i).toFixed(1)} ${y(value).toFixed(1)}`);
      draw(svg, "path", { class: `run ${kind}`, d: "M" + points.join("L") });
      const [i, value] = known[known.length - 1];
      draw(svg, "circle", { class: `run-end ${kind}`, cx: x(i), cy: y(value), r: 4 });
    }
  }

  LuckAtlas.chart = function (strips, steps, label) {
    const height = strips.length * (HIGH + GAP) - GAP + 12;
    const svg = draw(null, "svg", { viewBox: `0 -6 ${WIDTH} ${height}`, class: "course", role: "img", "aria-label": label });
    strips.forEach((content, i) => strip(svg, i * (HIGH + GAP), content, steps));
    return svg;
  };

  const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

  /* A die as it lies on the table. */
  LuckAtlas.dieFace = function (face) {
    const svg = draw(null, "svg", { viewBox: "0 0 30 30", class: "die-face", "aria-hidden": "true" });
    draw(svg, "rect", { x: 1, y: 1, width: 28, height: 28, rx: 6 });
    for (const pip of PIPS[face]) draw(svg, "circle", { cx: 8 + (pip % 3) * 7, cy: 8 + Math.floor(pip / 3) * 7, r: 2.7 });
    return svg;
  };
})();
