/* Dice for those who have none at hand: fair. */
LuckAtlas.dice = (function () {
  "use strict";

  const FACES = 6;
  /* Whether this browser has chance that nobody can foresee. */
  const fair = () => Boolean(window.crypto && crypto.getRandomValues);

  function die() {
    const byte = new Uint8Array(1);
    // A byte beyond the last whole multiple would favour the low faces.
    do crypto.getRandomValues(byte);
    while (byte[0] >= 256 - (256 % FACES));
    return (byte[0] % FACES) + 1;
  }

  const pair = () => [die(), die()];
  const sum = ([a, b]) => a + b;

  return { fair, pair, sum };
})();
