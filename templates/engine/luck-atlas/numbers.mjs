/* Numbers: exact ones, and the floats nearest to them. */

export const TIE = 1e-12;

/* The float nearest to a quotient of two integers. */
export function nearest(numerator, denominator) {
  if (numerator < 0n) return -nearest(-numerator, denominator);
  const digits = (number) => number.toString(16).length;
  const shift = Math.min(1076, Math.max(0, 4 * (17 + digits(denominator) - digits(numerator))));
  const scaled = numerator << BigInt(shift);
  const quotient = scaled / denominator;
  // One more bit stands for all that is left over, so that only a true half is rounded as one.
  const rounded = Number((quotient << 1n) | (quotient * denominator === scaled ? 0n : 1n));
  return (rounded / 2 ** (shift >> 1)) / 2 ** (shift + 1 - (shift >> 1));
}

/* A number as it is written, over a power of ten: 0.001 is a thousandth, not the float beside it. */
export function decimal(number) {
  const [, whole, digits = "", power = "0"] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number));
  const places = Math.max(digits.length - Number(power), 0);
  return [BigInt(whole + digits), 10n ** BigInt(places)];
}
