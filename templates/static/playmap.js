/* The map of one skill gap and luck, drawn like those of the atlas: the ground is the win chance, marks say
   what to do, lines are chances of 10, 50 and 90 in a hundred. */
window.LuckAtlas = window.LuckAtlas || {};

(function () {
  "use strict";

  const draw = LuckAtlas.draw;
  const CELL = 20;
  const LEFT = 46;
  const BOTTOM = 46;
  const RIM = 6;
  const TICK = 6;

  /* Cells of a row that belong together are one strip. */
  function strips(side, belongs) {
    let path = "";
    for (let row = 0; row < side; row++) {
      for (let from = 0; from < side; from++) {
        if (!belongs(row, from)) continue;
        let to = from;
        while (to < side && belongs(row, to)) to++;
        const width = (to - from) * CELL;
        path += `M${from * CELL} ${(side - row) * CELL}v${-CELL}h${width}v${CELL}z`;
        from = to;
      }
    }
    return path;
  }

  /* The line between the cells that belong and those that don't. */
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

  function stamp(polygons, x, y) {
    return polygons.map((corners) => "M" + corners.map(([dx, dy]) => `${x + dx} ${y - dy}`).join("L") + "z").join("");
  }

  function marks(svg, side, test) {
    const shapes = LuckAtlas.edition.marks;
    const paths = Object.fromEntries(Object.keys(shapes).map((name) => [name, ""]));
    for (let row = 0; row < side; row++) {
      for (let foe = 0; foe < side; foe++) {
        const [won, lost] = [test.won(row, foe), test.lost(row, foe)];
        const name = won && lost ? "both" : won ? "won" : lost ? "lost" : "";
        if (name) paths[name] += stamp(shapes[name], (foe + 0.5) * CELL, (side - row - 0.5) * CELL);
      }
    }
    for (const [name, d] of Object.entries(paths)) draw(svg, "path", { class: `mark ${name}`, d });
  }

  function grid(svg, side) {
    const size = side * CELL;
    for (const [name, every] of [["grid", 1], ["grid coarse", TICK]]) {
      let d = "";
      for (let at = every; at < side; at += every) d += `M0 ${size - at * CELL}h${size}M${at * CELL} 0v${size}`;
      draw(svg, "path", { class: name, d });
    }
    draw(svg, "rect", { class: "frame", width: size, height: size });
    const ticks = [1];
    for (let at = TICK; at <= side; at += TICK) ticks.push(at);
    for (const at of ticks) {
      draw(svg, "text", { class: "tick", x: (at - 0.5) * CELL, y: size + 18, "text-anchor": "middle" }, at);
      draw(svg, "text", { class: "tick", x: -7, y: size - (at - 0.5) * CELL + 5, "text-anchor": "end" }, at);
    }
    draw(svg, "text", { class: "axis", x: size / 2, y: size + 38, "text-anchor": "middle" }, "Foe’s STAMINA");
    const turned = { class: "axis", transform: `translate(-32 ${size / 2})rotate(-90)`, "text-anchor": "middle" };
    draw(svg, "text", turned, "Your STAMINA");
  }

  function ground(svg, side, band) {
    const present = [...new Set(Array.from({ length: side * side }, (_, i) => band(Math.floor(i / side), i % side)))];
    for (const value of present.sort((a, b) => a - b)) {
      draw(svg, "path", { class: `band-${value}`, d: strips(side, (row, foe) => band(row, foe) === value) });
    }
  }

  /* A drawing of one luck, to be placed on a page; `mark` moves the ring to a pair of staminas. */
  LuckAtlas.map = function (table, luck, policy) {
    const { side, plane, columns } = table;
    const suffix = policy === "thrifty" ? "_thrifty" : "";
    const cell = (name) => (row, foe) => columns[name + suffix][luck * plane + row * side + foe];
    const testing = LuckAtlas.edition.verdicts.indexOf("test");
    const [band, onWin, onLoss] = ["band", "on_win", "on_loss"].map(cell);
    const size = side * CELL;
    const box = `${-LEFT} ${-RIM} ${LEFT + size + RIM} ${RIM + size + BOTTOM}`;
    const svg = draw(null, "svg", { viewBox: box, class: "play-map", role: "img" });
    ground(svg, side, band);
    grid(svg, side);
    for (const [from, width, dashes] of LuckAtlas.edition.levels) {
      const line = { class: "level", "stroke-width": width, "stroke-dasharray": dashes.join(" ") || "none" };
      draw(svg, "path", { ...line, d: edges(side, (row, foe) => band(row, foe) >= from) });
    }
    marks(svg, side, { won: (r, f) => onWin(r, f) === testing, lost: (r, f) => onLoss(r, f) === testing });
    const rings = ["ring under", "ring"].map((name) => draw(svg, "rect", { class: name, width: 28, height: 28, rx: 4 }));
    const mark = (stamina, foeStamina) => {
      for (const ring of rings) {
        ring.setAttribute("x", (foeStamina - 0.5) * CELL - 14);
        ring.setAttribute("y", (side - stamina + 0.5) * CELL - 14);
      }
    };
    return { svg, mark };
  };
})();
