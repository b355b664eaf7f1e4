/* The map of all STAMINA. */
(function () {
  "use strict";

  const { draw } = LuckAtlas;
  const [CELL, LEFT, BOTTOM, RIM, TICK] = [20, 46, 46, 6, 6];

  /* Squares of a row that belong together are one strip. */
  function strips(side, belongs) {
    let path = "";
    for (let row = 0; row < side; row++) {
      for (let from = 0; from < side; from++) {
        if (!belongs(row, from)) continue;
        let to = from;
        while (to < side && belongs(row, to)) to++;
        path += `M${from * CELL} ${(side - row) * CELL}v${-CELL}h${(to - from) * CELL}v${CELL}z`;
        from = to;
      }
    }
    return path;
  }

  /* The line between the squares that belong and those that don't. */
  function edges(side, belongs) {
    let path = "";
    for (let row = 0; row < side; row++) {
      for (let foe = 0; foe < side; foe++) {
        const here = belongs(row, foe);
        const [x, y] = [foe * CELL, (side - row - 1) * CELL];
        if (foe + 1 < side && belongs(row, foe + 1) !== here) path += `M${x + CELL} ${y}v${CELL}`;
        if (row + 1 < side && belongs(row + 1, foe) !== here) path += `M${x} ${y}h${CELL}`;
      }
    }
    return path;
  }

  const stamp = (polygons, x, y) =>
    polygons.map((corners) => "M" + corners.map(([dx, dy]) => `${x + dx} ${y - dy}`).join("L") + "z").join("");

  function grid(svg, side) {
    const size = side * CELL;
    for (const [name, every] of [["grid", 1], ["grid coarse", TICK]]) {
      let d = "";
      for (let at = every; at < side; at += every) d += `M0 ${size - at * CELL}h${size}M${at * CELL} 0v${size}`;
      draw(svg, "path", { class: name, d });
    }
    draw(svg, "rect", { class: "frame", width: size, height: size });
    for (let at = 0; at <= side; at += TICK) {
      const here = at || 1;
      draw(svg, "text", { class: "tick", x: (here - 0.5) * CELL, y: size + 18, "text-anchor": "middle" }, here);
      draw(svg, "text", { class: "tick", x: -7, y: size - (here - 0.5) * CELL + 5, "text-anchor": "end" }, here);
    }
    draw(svg, "text", { class: "axis", x: size / 2, y: size + 38, "text-anchor": "middle" }, "Foe’s STAMINA");
    const turned = { class: "axis", transform: `translate(-32 ${size / 2})rotate(-90)`, "text-anchor": "middle" };
    draw(svg, "text", turned, "Your STAMINA");
  }

  /* All STAMINA at one SKILL gap and LUCK: the ground is the chance, marks say when to test, the line is 50%.
     `at(stamina, foe)` is {chance, won, lost}; null where there is no such fight. */
  LuckAtlas.map = function (side, at) {
    const { map } = LuckAtlas.edition;
    const size = side * CELL;
    const box = `${-LEFT} ${-RIM} ${LEFT + size + RIM} ${RIM + size + BOTTOM}`;
    const svg = draw(null, "svg", { viewBox: box, class: "play-map", role: "img" });
    const squares = Array.from({ length: side }, (_, row) => Array.from({ length: side }, (_, foe) => at(row + 1, foe + 1)));
    const band = (row, foe) => (squares[row][foe] ? map.edges.filter((edge) => squares[row][foe].chance >= edge).length : -1);
    for (let value = 0; value <= map.edges.length; value++) {
      const d = strips(side, (row, foe) => band(row, foe) === value);
      if (d) draw(svg, "path", { class: `band-${value}`, d });
    }
    grid(svg, side);
    const even = edges(side, (row, foe) => Boolean(squares[row][foe]) && squares[row][foe].chance >= 0.5);
    for (const name of ["level under", "level"]) draw(svg, "path", { class: name, d: even });
    const paths = {};
    squares.forEach((line, row) => line.forEach((square, foe) => {
      const name = !square ? "" : square.won && square.lost ? "both" : square.won ? "won" : square.lost ? "lost" : "";
      const tone = `${name} ${band(row, foe) < map.darkBands ? "on-dark" : "on-light"}`;
      if (name) paths[tone] = (paths[tone] || "") + stamp(map.marks[name], (foe + 0.5) * CELL, (side - row - 0.5) * CELL);
    }));
    for (const [tone, d] of Object.entries(paths)) draw(svg, "path", { class: `mark ${tone}`, d });
    const track = draw(svg, "g", { class: "track" });
    return { svg, track, side };
  };

  /* The way a fight has taken over the map, and where it stands. */
  LuckAtlas.track = function ({ track, side }, stops) {
    const inside = stops.filter(({ stamina, foe }) => stamina >= 1 && foe >= 1 && stamina <= side && foe <= side);
    const xy = ({ stamina, foe }) => [(foe - 0.5) * CELL, (side - stamina + 0.5) * CELL];
    track.replaceChildren();
    if (!inside.length) return;
    const d = "M" + inside.map((stop) => xy(stop).join(" ")).join("L");
    draw(track, "path", { class: "way under", d });
    draw(track, "path", { class: "way", d });
    for (const stop of inside.slice(0, -1)) draw(track, "circle", { class: "stop", cx: xy(stop)[0], cy: xy(stop)[1], r: 5 });
    const [x, y] = xy(inside[inside.length - 1]);
    for (const name of ["ring under", "ring"]) draw(track, "rect", { class: name, x: x - 14, y: y - 14, width: 28, height: 28, rx: 6 });
  };
})();
