/* Chance that can be had again: whole numbers of 32 bits from a seed, the same in every browser. */
LuckAtlas.random = (function () {
  "use strict";

  const ALL = 2 ** 32;
  const STEP = 0x9e3779b9;

  /* `below(n)`: a whole number from 0 up to n − 1, all equally likely. The mixing is that of SplitMix32. */
  function from(seed) {
    let state = seed >>> 0;
    function next() {
      state = (state + STEP) >>> 0;
      let mixed = state ^ (state >>> 16);
      mixed = Math.imul(mixed, 0x21f0aaad);
      mixed ^= mixed >>> 15;
      mixed = Math.imul(mixed, 0x735a2d97);
      return (mixed ^ (mixed >>> 15)) >>> 0;
    }
    function below(n) {
      // Beyond the last whole multiple the low numbers would be favoured.
      const last = ALL - (ALL % n);
      let drawn = next();
      while (drawn >= last) drawn = next();
      return drawn % n;
    }
    const die = () => 1 + below(6);
    return { below, die, pair: () => die() + die() };
  }

  /* One of a list by its weights, which are whole numbers. */
  function weighed(chance, list, weight) {
    let left = chance.below(list.reduce((sum, item) => sum + weight(item), 0));
    return list.find((item) => (left -= weight(item)) < 0);
  }

  const able = () => Boolean(window.crypto && crypto.getRandomValues);

  /* A seed that nobody knows beforehand. */
  const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

  return { able, from, seed, weighed };
})();
