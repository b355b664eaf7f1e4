/* What has just come under a finger takes no tap: for a moment after each change of the screen, taps do nothing. So a
   second tap of the same finger never lands on what the first one brought. + and − stay where they are and go on. */
LuckAtlas.calm = (function () {
  "use strict";

  const PAUSE = 400;
  let since = -PAUSE;

  const rest = () => {
    since = performance.now();
  };
  /* At the time of a tap: a busy phone may hand it on much later. */
  const resting = (at = performance.now()) => at - since < PAUSE;

  /* A key that is held down says the same again and again: once is meant. Keys and scripts move nothing under a finger. */
  function listen() {
    const stop = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener("click", (event) => {
      if (event.detail > 0 && resting(event.timeStamp) && !event.target.closest("[data-step]")) stop(event);
    }, true);
    document.addEventListener("keydown", (event) => {
      if (event.repeat && event.key === "Enter" && event.target.closest("button")) stop(event);
    }, true);
  }

  return { listen, rest, resting };
})();
