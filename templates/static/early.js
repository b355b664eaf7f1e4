// Inside the page of another site there is no head and no foot.
if (self !== top) document.documentElement.dataset.framed = "yes";
// Before anything is drawn: whether a fight is under way, so that nothing moves when the screen finds out itself.
try {
  var saved = JSON.parse(localStorage.getItem("luck-atlas-adventure"));
  if (saved && saved.phase) document.documentElement.dataset.phase = saved.phase;
  if (saved && saved.played) document.documentElement.dataset.played = "yes";
} catch (error) {
  // Nothing is saved here, or nothing that can be read: the screen says so.
}
