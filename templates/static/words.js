/* Numbers in words. In come the codes that atlas/coded.py writes, out comes what atlas/wording.py says. */
window.LuckAtlas = window.LuckAtlas || {};

LuckAtlas.words = (function () {
  "use strict";

  const SURE = 1000;
  const NEARLY_SURE = 1001;
  const ONE_IN = 2000;
  const EACH_POWER = 1000;
  const MOST_DIGITS = 9;
  const UNDER_A_TENTH = -1;
  const NOTHING_TO_SAY = -2;
  const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  function thousands(number) {
    return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  }

  function tenths(count) {
    return thousands(Math.floor(count / 10)) + "." + (count % 10);
  }

  function oneIn(code) {
    const power = Math.floor((code - ONE_IN) / EACH_POWER);
    const figures = (code - ONE_IN) % EACH_POWER;
    if (power >= MOST_DIGITS) {
      return "1 in 10" + String(power).replace(/\d/g, (digit) => SUPERSCRIPT[digit]);
    }
    return "1 in " + thousands(figures * 10 ** power);
  }

  function chance(code) {
    if (code >= ONE_IN) return oneIn(code);
    if (code === NEARLY_SURE) return ">99.9%";
    if (code === 0 || code === SURE) return code / 10 + "%";
    return tenths(code) + "%";
  }

  /* The share of a bar or a chart that a chance fills, 0 to 1. */
  function share(code) {
    return code >= ONE_IN ? 0 : Math.min(code, SURE) / SURE;
  }

  function amount(code) {
    if (code === NOTHING_TO_SAY) return "–";
    if (code === UNDER_A_TENTH) return "<0.1";
    return code === 0 ? "0" : tenths(code);
  }

  /* Millionths; those that were not whole are odd, so a half is a true half and goes to the even side. */
  function points(millionths) {
    if (millionths === 0) return "0 points";
    if (millionths < 1000) return "under 0.1 points";
    const rest = millionths % 1000;
    const whole = (millionths - rest) / 1000;
    return tenths(whole + (rest > 500 || (rest === 500 && whole % 2) ? 1 : 0)) + " points";
  }

  function effect(millionths) {
    if (millionths === 0) return "makes no difference";
    return (millionths > 0 ? "gains " : "costs ") + points(Math.abs(millionths));
  }

  function signed(number) {
    return (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number);
  }

  return { SURE, amount, chance, effect, points, share, signed };
})();
