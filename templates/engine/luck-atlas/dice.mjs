/* Dice: probability as favourable cases, counted. */

export const upTo = (last) => Array.from({ length: last + 1 }, (_, n) => n);
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
export const gcd = (a, b) => (b ? gcd(b, a % b) : a);
export const lowestTerms = (ways) => ways.map((count) => count / ways.reduce(gcd));

/* How many of the 36 rolls of a pair give each sum. */
export const PAIR_WAYS = upTo(10).map((n) => [n + 2, 6 - Math.abs(n - 5)]);

/** From this skill gap on the hero never loses a round; at minus this, never wins one. */
export const WIDEST_GAP = 10;

/** How many of the 1296 rolls of a round the hero wins, draws and loses. */
export function roundWays(skillGap) {
  const rolls = PAIR_WAYS.flatMap(([hero, p]) => PAIR_WAYS.map(([foe, q]) => [hero + skillGap - foe, p * q]));
  return [1, 0, -1].map((sign) => sum(rolls.map(([lead, ways]) => (Math.sign(lead) === sign ? ways : 0))));
}

/** How many of the 36 rolls of a pair are lucky and unlucky. */
export function luckOdds(luck) {
  const lucky = sum(PAIR_WAYS.map(([total, ways]) => (total <= luck ? ways : 0)));
  return [lucky, 36 - lucky];
}

/** The skill gap within −10 … +10 that plays exactly like this one, where drawn rounds are rolled again. */
export function clampGap(skillGap) {
  return Math.max(-WIDEST_GAP, Math.min(WIDEST_GAP, skillGap));
}
