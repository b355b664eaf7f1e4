/* The curve of a fight. */
(function () {
  "use strict";

  const { draw, words } = LuckAtlas;

  const use = (parent, symbol, x, y, size, name) =>
    draw(parent, "use", { href: `#${symbol}`, x: x - size / 2, y: y - size / 2, width: size, height: size, class: name });

  /* The chance round by round; `ring` is the number of the round to ring, `room` how many points there is room for. */
  LuckAtlas.curve = function (points, measure, ring, room = points.length) {
    const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [358, 236, 34, 16, 20, 30];
    const label = words.curveLabel(points, measure);
    const svg = draw(null, "svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": label });
    const x = (i) => LEFT + (i * (WIDTH - LEFT - RIGHT)) / Math.max(1, room - 1);
    const y = (chance) => TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM);
    for (const level of [0, 25, 50, 75, 100]) {
      draw(svg, "path", { class: level ? "level-line" : "base-line", d: `M${LEFT} ${y(level / 100)}H${WIDTH - RIGHT}` });
      draw(svg, "text", { x: LEFT - 7, y: y(level / 100) + 4, "text-anchor": "end" }, level);
    }
    const line = points.map(({ chance }, i) => `${x(i).toFixed(1)} ${y(chance).toFixed(1)}`).join("L");
    draw(svg, "path", { class: "area", d: `M${x(0)} ${y(0)}L${line}V${y(0)}z` });
    draw(svg, "path", { class: "line", d: `M${line}` });
    const every = Math.ceil(room / 12);
    points.forEach(({ chance, number, outcome }, i) => {
      if (i % every === 0) draw(svg, "text", { x: x(i), y: HEIGHT - 8, "text-anchor": "middle" }, i ? number : "round");
      if (outcome === "won" || outcome === "lost") use(svg, `mark-${outcome}`, x(i), y(chance), 20, `mark ${outcome}`);
      else draw(svg, "circle", { class: "dot", cx: x(i), cy: y(chance), r: 4 });
      if (ring === number && i) draw(svg, "circle", { class: "ring", cx: x(i), cy: y(chance), r: 15 });
    });
    for (const i of room > points.length ? [points.length - 1] : labelled(points)) {
      const above = y(points[i].chance) > TOP + 26;
      const gap = ring === points[i].number && i ? 22 : 14;
      draw(svg, "text", { class: "value", x: i ? x(i) : x(i) + 4, y: y(points[i].chance) + (above ? -gap : gap + 12), "text-anchor": i ? "middle" : "start" }, words.hundred(points[i].chance));
    }
    return svg;
  };

  /* Where the fight began, its peak and its low. */
  function labelled(points) {
    const inner = points.map((_, i) => i).filter((i) => i && i < points.length - 1);
    const by = (better) => inner.reduce((a, b) => (a !== undefined && !better(points[b].chance, points[a].chance) ? a : b), undefined);
    return [...new Set([0, by((a, b) => a > b), by((a, b) => a < b)])].filter((i) => i !== undefined);
  }
})();
