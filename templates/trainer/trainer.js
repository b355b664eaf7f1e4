/* The trainer: a round of ten, or the puzzle of the day. T tests, K keeps, Enter goes on. */
(function () {
  "use strict";

  const { grids, memory: saving, parts, practice, puzzle, questions, random, screen, words } = LuckAtlas;
  const { fill, id, say } = parts;
  const { levels } = LuckAtlas.edition.training;
  const COUNT = 10;
  let chance = null;
  let memory = saving.empty();
  let mode = location.hash === "#puzzle" ? "puzzle" : "training";
  let date = puzzle.today();
  /* Of this round: what was asked and chosen; what is to come, where that is known; the question that is open. */
  let round = [];
  let coming = [];
  let open = null;
  let next = null;
  /* The question that a link asks for. */
  let wanted = new URLSearchParams(location.search).get("ask");

  const count = () => (mode === "puzzle" ? puzzle.COUNT : COUNT);
  const level = () => levels[memory.level];

  function start() {
    if (!parts.able() || !random.able()) return parts.unable(screen.root, words.TRAINER.old);
    chance = random.from(random.seed());
    const { memory: found, damaged } = saving.load();
    memory = found;
    if (memory.level >= levels.length) memory = { ...memory, level: 0 };
    if (wanted !== null) show("training");
    listen();
    begin(false, true);
    if (damaged) parts.line(id("problem"), words.STORED.damaged);
  }

  /* A new round; of a puzzle that was begun, where it was left. */
  function begin(focus, first = false) {
    round = [];
    next = null;
    parts.line(id("problem"), "");
    date = puzzle.today();
    coming = mode === "puzzle" ? puzzle.of(date) : [];
    if (mode === "puzzle") resume((memory.puzzles[date] || { choices: "" }).choices);
    for (const radio of document.getElementsByName("mode")) radio.checked = radio.value === mode;
    id("level").value = memory.level;
    fill(screen.root, { day: words.dayWords(date) });
    screen.showMemory(memory, date);
    if (round.length === count()) end(focus);
    else if (first && mode === "training") askFirst();
    else ask(focus);
  }

  /* The first question of a visit takes the longest to find: the page is there meanwhile. */
  async function askFirst() {
    screen.phase("ask", mode);
    const found = atHand(new Set()) || await questions.drawInSlices(chance, level(), new Set(), hardest());
    if (open || round.length || mode !== "training") return;
    next = found;
    ask();
  }

  function resume(choices) {
    const done = { t: "test", k: "keep" };
    round = [...choices].slice(0, coming.length).map((letter, i) => ({ question: coming[i], choice: done[letter] }));
  }

  function ask(focus) {
    open = mode === "puzzle" ? coming[round.length] : next || draw();
    next = null;
    screen.phase("ask", mode);
    if (!open) return none();
    screen.showQuestion(open);
    screen.showMarks(marks(), round.length + 1, count());
    if (focus) focusOn(id("question"));
  }

  function none() {
    screen.phase("none", mode);
    parts.line(id("problem"), words.TRAINER.none);
    say(words.TRAINER.none);
  }

  /* The one of the link, one of one's own fights, one whose time has come, or a new one, of the kind that goes wrong most. */
  function draw() {
    const asked = new Set(round.map(({ question }) => questions.keyOf(question)));
    return atHand(asked) || questions.draw(chance, level(), asked, hardest());
  }

  function atHand(asked) {
    const found = ofOwn(asked);
    if (found) return { ...found, own: true };
    const back = saving.due(memory).map(({ key }) => questions.read(key));
    return back.find((one) => one && grids.fits(level(), one) && [one.ahead.kind, "any"].includes(level().ahead));
  }

  const hardest = () => questions.KINDS[saving.hardest(memory)] ?? null;

  function ofOwn(asked) {
    const linked = wanted;
    wanted = null;
    const fresh = practice.decisions().filter((key) => !memory.met.includes(key) && !asked.has(key));
    return [linked, ...fresh].filter((key) => key !== null).map(questions.read).find(Boolean);
  }

  const marks = () => round.map(({ question, choice }) => question.does === choice);

  function choose(choice) {
    if (screen.root.dataset.phase !== "ask" || !open) return;
    const question = open;
    round.push({ question, choice });
    remember(question, choice);
    const last = question.ahead.kind === "last" ? null : lastFight(question);
    const told = screen.showAnswer(question, choice, last);
    screen.phase("told", mode);
    screen.showMarks(marks(), round.length, count());
    fill(id("answer"), { next: round.length === count() ? words.TRAINER.end : words.TRAINER.next });
    focusOn(id("next"));
    say(told);
    // While the answer is read, the next question is found.
    if (mode === "training" && round.length < COUNT) setTimeout(() => (next = next || draw()));
  }

  /* What the last fight would ask for, where that is something else. */
  function lastFight({ scores, outcome, ahead, does }) {
    const { verdict, does: other } = questions.answer({ scores, outcome, ahead: { ...ahead, kind: "last", foes: [], luck_price: 0 } });
    return verdict !== "either" && other !== does ? other : null;
  }

  function remember(question, choice) {
    const right = choice === question.does;
    const lost = (does) => (does === question.does ? 0 : question.apart);
    if (mode === "puzzle") memory = saving.played(memory, date, round.map((one) => one.choice[0]).join(""), marks().filter(Boolean).length);
    memory = saving.answered(memory, { key: questions.keyOf(question), right, lost: lost(choice), byGrid: lost(grids.does("quick", question)), kinds: kindsOf(question) });
    if (!saving.save(memory)) parts.line(id("problem"), words.TRAINER.unsaved);
    screen.showMemory(memory, date);
  }

  const kindsOf = (question) => Object.keys(questions.KINDS).filter((kind) => questions.KINDS[kind](question));

  function onwards() {
    if (screen.root.dataset.phase !== "told") return;
    if (round.length === count()) end(true);
    else ask(true);
  }

  function end(focus) {
    const told = screen.showSum(round, { mode, date, level: memory.level });
    screen.phase("sum", mode);
    if (focus) focusOn(id("end"));
    say(told);
  }

  function focusOn(element) {
    element.focus({ preventScroll: true });
    const { top } = screen.root.getBoundingClientRect();
    if (top < 0) scrollBy({ top: top - 8, behavior: "instant" });
  }

  function setLevel(number) {
    memory = { ...memory, level: number };
    saving.save(memory);
    begin();
  }

  function play(other) {
    show(other);
    begin();
  }

  /* The address says what is played, and no more. */
  function show(other) {
    mode = other;
    try {
      history.replaceState(null, "", mode === "puzzle" ? "#puzzle" : location.pathname);
    } catch {
      // A page from a disk may not be allowed to.
    }
  }

  function share() {
    const lost = screen.sums(round)[0][1];
    parts.share(id("sum"), words.puzzleText(date, marks(), lost), "trainer.html#puzzle", words.TRAINER);
  }

  function forget() {
    memory = saving.forget();
    practice.forget();
    begin();
    say(words.TRAINER.deleted);
    fill(id("saved"), { saved: words.TRAINER.deleted });
    focusOn(id("saved").querySelector("summary"));
  }

  const on = (name, then) => id(name).addEventListener("click", then);

  function listen() {
    for (const choice of ["test", "keep"]) on(choice, () => choose(choice));
    on("next", onwards);
    on("again", () => (mode === "puzzle" ? play("training") : begin(true)));
    on("further", () => {
      setLevel(memory.level + 1);
      focusOn(id("question"));
    });
    on("share", share);
    on("forget", forget);
    id("level").addEventListener("change", () => setLevel(Number(id("level").value)));
    for (const radio of document.getElementsByName("mode")) radio.addEventListener("change", () => play(radio.value));
    document.addEventListener("keydown", press);
    addEventListener("hashchange", () => {
      if ((location.hash === "#puzzle") !== (mode === "puzzle")) play(location.hash === "#puzzle" ? "puzzle" : "training");
    });
  }

  /* T and K wherever the focus is, but where letters are a choice; Enter unless something that has the focus takes it. */
  function press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.target.matches("select")) return;
    const choice = { t: "test", k: "keep" }[event.key.toLowerCase()];
    if (choice) choose(choice);
    else if (event.key === "Enter" && !event.target.closest("button, a, summary, input")) onwards();
  }

  start();
})();
