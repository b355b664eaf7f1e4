// One cell of the map, read out: by pointer, by arrow keys on the map, or by the buttons beside it.
"use strict";

(function () {
  var SVG = "http://www.w3.org/2000/svg";
  var sheet = document.getElementById("sheet");
  var rows = document.getElementById("cells").tBodies[0].rows;
  var side = rows.length;
  var codes = decoded(sheet.dataset.codes);
  var maps = Array.from(document.querySelectorAll("svg.map"));
  var here = { hero: Math.ceil(side / 2), foe: Math.ceil(side / 2) };
  var cursors = [];
  var shown = {};

  // Codes of what a test does: most take one digit, larger ones two, of which the first is none of those.
  function decoded(text) {
    var digits = "";
    for (var n = 33; n < 127; n++) if (!"\"&'<>\\`".includes(String.fromCharCode(n))) digits += String.fromCharCode(n);
    var alone = 59;
    var found = [];
    for (var i = 0; i < text.length; i++) {
      var code = digits.indexOf(text[i]);
      if (code >= alone) code = alone + (code - alone) * digits.length + digits.indexOf(text[++i]);
      found.push(code);
    }
    return found;
  }

  // A code in millionths: twice the size, and one more if it costs; size 1 is next to nothing, n + 1 is n tenths.
  function millionths(code) {
    var size = code >> 1;
    return (size > 1 ? (size - 1) * 1000 : size) * (code & 1 ? -1 : 1);
  }

  // The cells that carry a mark, as "column row".
  function marked(map, name) {
    var cells = new Set();
    map.querySelectorAll('path[marker-mid="url(#' + name + ')"]').forEach(function (path) {
      path.getAttribute("d").split("L").slice(1).forEach(function (row) {
        var parts = row.split("h");
        var start = parts[0].split(" ").map(Number);
        var x = start[0];
        cells.add(x + " " + start[1]);
        (parts[1] || "").split(" ").forEach(function (step) {
          x += Number(step);
          cells.add(x + " " + start[1]);
        });
      });
    });
    return cells;
  }

  var bestMap = maps[maps.length - 1];
  var best = { won: marked(bestMap, "won"), lost: marked(bestMap, "lost"), both: marked(bestMap, "both") };

  function decision(outcome, block, thrifty, place, cell) {
    var test = thrifty === outcome || thrifty === "both";
    var bestTest = best[outcome].has(cell) || best.both.has(cell);
    var said = test ? "test your luck" : "keep your luck";
    if (bestTest !== test) said += "; for the win alone, " + (bestTest ? "test" : "keep");
    var code = codes[block * side * side + place];
    var stake = codes.length ? ". A test " + LuckAtlas.words.effect(millionths(code)) : "";
    return { test: test, text: said + stake + "." };
  }

  function show() {
    var place = (here.hero - 1) * side + here.foe - 1;
    var cell = here.foe - 1 + " " + (side - here.hero);
    var words = rows[here.hero - 1].cells[here.foe].textContent.trim().split(" ");
    var thrifty = words.length > 1 ? words[0] : "";
    ["won", "lost"].forEach(function (outcome, block) {
      var made = decision(outcome, block, thrifty, place, cell);
      shown[outcome].textContent = made.text;
      shown[outcome].parentNode.className = made.test ? "test" : "keep";
    });
    shown.chance.textContent = words[words.length - 1] + "%.";
    shown.hero.textContent = here.hero;
    shown.foe.textContent = here.foe;
    shown.where.textContent = "STAMINA " + here.hero + " against " + here.foe + ". ";
    cursors.forEach(function (cursor) {
      cursor.setAttribute("x", here.foe - 1);
      cursor.setAttribute("y", side - here.hero);
    });
    var gap = Number(sheet.dataset.gap.replace("\u2212", "-"));
    var top = 12;
    shown.link.href =
      shown.root + "?skill=" + (gap > 0 ? top : top + gap) + "&stamina=" + here.hero + "&luck=" + sheet.dataset.luck +
      "&foe-skill=" + (gap > 0 ? top - gap : top) + "&foe-stamina=" + here.foe;
  }

  function move(hero, foe) {
    here = { hero: Math.min(side, Math.max(1, hero)), foe: Math.min(side, Math.max(1, foe)) };
    show();
  }

  function make(name, parent, text) {
    var element = document.createElement(name);
    if (text) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  }

  function stepper(panel, name, words) {
    var group = make("div", panel);
    group.className = "cell-step";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", words);
    make("span", group, words);
    [["\u2212", -1, "less"], ["", 0, ""], ["+", 1, "more"]].forEach(function (part) {
      if (!part[1]) {
        shown[name] = make("output", group);
        return;
      }
      var button = make("button", group, part[0]);
      button.type = "button";
      button.setAttribute("aria-label", words + ": one " + part[2]);
      button.addEventListener("click", function () {
        move(here.hero + (name === "hero" ? part[1] : 0), here.foe + (name === "foe" ? part[1] : 0));
      });
    });
  }

  function line(panel, name, words) {
    var paragraph = make("p", panel);
    make("b", paragraph, words + " ");
    shown[name] = make("span", paragraph);
  }

  function build() {
    var panel = document.createElement("section");
    panel.className = "reading";
    panel.setAttribute("aria-label", "One cell");
    make("h2", panel, "One cell");
    stepper(panel, "hero", "Your STAMINA");
    stepper(panel, "foe", "Foe’s STAMINA");
    var answer = make("div", panel);
    answer.setAttribute("aria-live", "polite");
    answer.setAttribute("aria-atomic", "true");
    shown.where = make("span", answer);
    shown.where.className = "unseen";
    line(answer, "won", "Won the round:");
    line(answer, "lost", "Lost the round:");
    line(answer, "chance", "Your chance to win:");
    shown.root = document.querySelector(".brand").getAttribute("href");
    shown.link = make("a", make("p", panel), "Open this fight in the look-up");
    make("p", panel, "Point at a map, tap it, or give it the focus and use the arrow keys.").className = "small";
    sheet.append(panel);
  }

  function place(map, event) {
    var at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    if (at.x >= 0 && at.x < side && at.y >= 0 && at.y < side) move(side - Math.floor(at.y), Math.floor(at.x) + 1);
  }

  function listen(map) {
    var cursor = document.createElementNS(SVG, "rect");
    cursor.setAttribute("class", "cursor");
    cursor.setAttribute("width", 1);
    cursor.setAttribute("height", 1);
    map.append(cursor);
    cursors.push(cursor);
    map.addEventListener("pointermove", function (event) {
      if (event.pointerType === "mouse") place(map, event);
    });
    map.addEventListener("click", function (event) {
      place(map, event);
    });
  }

  var STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };

  function takeKeys(map) {
    // A frame around the picture takes the focus: the picture itself says nothing that the words do not.
    var frame = document.createElement("div");
    frame.className = "board";
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", "Map. Arrow keys move from cell to cell.");
    map.replaceWith(frame);
    frame.append(map);
    frame.addEventListener("keydown", function (event) {
      var step = STEPS[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      move(here.hero + step[0], here.foe + step[1]);
    });
  }

  build();
  maps.forEach(listen);
  takeKeys(maps[0]);
  show();
})();
