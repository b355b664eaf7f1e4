/* The account of a fight as a picture to share, 1200 by 630: drawn in the page, in its colours and faces. */
LuckAtlas.picture = (function () {
  "use strict";

  const [WIDTH, HEIGHT, EDGE] = [1200, 630, 64];
  const BOX = { left: 112, right: 730, top: 262, bottom: 530 };
  const SIDE = { left: 790, right: WIDTH - EDGE, top: 250 };
  const FACES = { serif: '"Luck Atlas Serif", Georgia, serif', sans: '"Luck Atlas Sans", Arial, sans-serif' };
  const MARKS = { won: "M-7 6H7L0-7z", lost: "M-6-6H6V1L0 7L-6 1z" };
  const face = (weight, size, name) => `${weight} ${size}px ${FACES[name]}`;
  const NEEDED = [face(900, 60, "serif"), face(400, 26, "serif"), face(400, 22, "sans"), face(600, 22, "sans")];

  function colours() {
    const style = getComputedStyle(document.documentElement);
    return (name) => style.getPropertyValue(`--${name}`).trim();
  }

  function lines(pen, text, width) {
    return text.split(" ").reduce((made, word) => {
      const longer = made.length ? `${made[made.length - 1]} ${word}` : word;
      if (made.length && pen.measureText(longer).width <= width) return [...made.slice(0, -1), longer];
      return [...made, word];
    }, []);
  }

  function write(pen, text, x, y, font, colour, align = "left") {
    Object.assign(pen, { font, fillStyle: colour, textAlign: align });
    pen.fillText(text, x, y);
  }

  function stroke(pen, colour, width, path) {
    Object.assign(pen, { strokeStyle: colour, lineWidth: width });
    pen.stroke(path);
  }

  function ground(pen, colour) {
    pen.fillStyle = colour("paper");
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    for (const [inset, width, name] of [[18, 4, "frame"], [27, 1.5, "line"]]) {
      const frame = new Path2D();
      frame.roundRect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset, 22);
      stroke(pen, colour(name), width, frame);
    }
  }

  /* The chance round by round, as on the page. */
  function curve(pen, colour, { points, ring }) {
    const x = (i) => BOX.left + (i * (BOX.right - BOX.left)) / Math.max(1, points.length - 1);
    const y = (chance) => BOX.bottom - chance * (BOX.bottom - BOX.top);
    for (const level of [0, 25, 50, 75, 100]) {
      stroke(pen, colour(level ? "line" : "frame"), level ? 2 : 3, new Path2D(`M${BOX.left} ${y(level / 100)}H${BOX.right}`));
      write(pen, String(level), BOX.left - 14, y(level / 100) + 7, face(400, 20, "sans"), colour("quiet"), "right");
    }
    const line = points.map(({ chance }, i) => `${x(i)} ${y(chance)}`).join("L");
    pen.fillStyle = colour("tile");
    pen.fill(new Path2D(`M${x(0)} ${y(0)}L${line}V${y(0)}z`));
    pen.lineJoin = "round";
    stroke(pen, colour("accent"), 4, new Path2D(`M${line}`));
    const every = Math.ceil(points.length / 12);
    points.forEach(({ chance, number, outcome }, i) => {
      if (i && i % every === 0) write(pen, String(number), x(i), BOX.bottom + 32, face(400, 20, "sans"), colour("quiet"), "center");
      mark(pen, colour, outcome, x(i), y(chance));
      if (i && number === ring) {
        const circle = new Path2D();
        circle.arc(x(i), y(chance), 22, 0, 7);
        stroke(pen, colour("accent"), 3, circle);
      }
    });
  }

  function mark(pen, colour, outcome, x, y) {
    pen.save();
    pen.translate(x, y);
    pen.scale(1.7, 1.7);
    pen.fillStyle = colour(MARKS[outcome] ? outcome : "accent");
    const dot = new Path2D();
    dot.arc(0, 0, 3.5, 0, 7);
    pen.fill(MARKS[outcome] ? new Path2D(MARKS[outcome]) : dot);
    pen.restore();
  }

  function remark(pen, colour, { head, badge, text }, top) {
    stroke(pen, colour("line"), 2, new Path2D(`M${SIDE.left} ${top - 34}H${SIDE.right}`));
    write(pen, head, SIDE.left, top, face(600, 22, "sans"), colour("quiet"));
    write(pen, badge, SIDE.right, top, face(600, 22, "sans"), colour("accent"), "right");
    pen.font = face(400, 26, "serif");
    const made = lines(pen, text, SIDE.right - SIDE.left);
    made.forEach((line, i) => write(pen, line, SIDE.left, top + 40 + i * 35, face(400, 26, "serif"), colour("ink")));
    return top + 40 + made.length * 35 + 44;
  }

  return async function (told) {
    await Promise.all(NEEDED.map((font) => document.fonts.load(font)));
    const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
    const pen = canvas.getContext("2d");
    const colour = colours();
    ground(pen, colour);
    write(pen, told.fight, EDGE, 96, face(400, 26, "sans"), colour("quiet"));
    write(pen, "Luck Atlas", WIDTH - EDGE, 96, face(900, 28, "serif"), colour("accent"), "right");
    write(pen, told.title, EDGE, 172, face(900, 64, "serif"), colour("ink"));
    write(pen, told.curve, EDGE, 226, face(600, 22, "sans"), colour("ink"));
    curve(pen, colour, told);
    told.remarks.reduce((top, one) => remark(pen, colour, one, top), SIDE.top + 34);
    return canvas;
  };
})();
