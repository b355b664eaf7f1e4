// Inside the page of another site there is no head and no foot.
if (self !== top) document.documentElement.dataset.framed = "yes";
// Before anything is drawn: what the screen will show, so that nothing moves when it finds out itself.
try {
  var saved = JSON.parse(localStorage.getItem("luck-atlas-adventure"));
  var shown = { ready: saved.begun ? "fight" : "setup", over: saved.end === "lost" ? "over" : "road" };
  if (saved.phase) document.documentElement.dataset.phase = shown[saved.phase] || saved.phase;
  if (saved.played) document.documentElement.dataset.played = "yes";
} catch (error) {
  // Nothing is saved here, or nothing that can be read: the screen says so.
}
