/* The screen stays awake as long as a fight is on and the page is seen, where the browser can do that. */
LuckAtlas.awake = (function () {
  "use strict";

  let lock = null;
  let wanted = false;

  async function hold() {
    if (lock || !wanted || document.hidden || !navigator.wakeLock) return;
    try {
      const held = await navigator.wakeLock.request("screen");
      if (!wanted) return void held.release();
      lock = held;
      held.addEventListener("release", () => {
        if (lock === held) lock = null;
      });
    } catch {
      // A phone that is low on power refuses: the screen then sleeps as it always does.
    }
  }

  function want(fighting) {
    wanted = fighting;
    if (wanted) hold();
    else if (lock) lock.release();
  }

  document.addEventListener("visibilitychange", hold);

  return { want };
})();
