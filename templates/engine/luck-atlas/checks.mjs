/* What a value may be: each check has its values in words; what does not fit is refused in one sentence. */

/** The bounds of all that may be asked, as in Python. The build writes them in.
    @type {Record<string, number>} */
export const LIMITS = {};

export const whole = (least, most) => ({
  allowed: `a whole number from ${least} to ${most}`,
  fits: (value) => Number.isInteger(value) && value >= least && value <= most,
});
export const orNull = ({ allowed, fits }) => ({ allowed: `${allowed} or null`, fits: (value) => value === null || fits(value) });
export const ANYTHING = { allowed: "anything", fits: () => true };
export const isList = (value, least, most, fits) =>
  Array.isArray(value) && value.length >= least && value.length <= most && value.every(fits);
export const [SKILL, STAMINA, LUCK] = [whole(0, LIMITS.skill), whole(1, LIMITS.stamina), whole(0, LIMITS.luck)];
export const FOE = {
  allowed: `a pair of SKILL 0 to ${LIMITS.skill} and STAMINA 1 to ${LIMITS.stamina}`,
  fits: (value) => Array.isArray(value) && value.length === 2 && SKILL.fits(value[0]) && STAMINA.fits(value[1]),
};

export function refuse(name, value, allowed) {
  const shown = typeof value === "object" || typeof value === "string" ? JSON.stringify(value) : String(value);
  throw new RangeError(`${name} is ${shown.slice(0, 60)}: it must be ${allowed}.`);
}

/** An object with these keys and no others, each as it may be.
    @returns {any} */
export function check(name, given, shape, defaults = {}) {
  const names = Object.keys(shape);
  if (typeof given !== "object" || given === null) refuse(name, given, `an object with ${names.join(", ")}`);
  const unknown = Object.keys(given).find((key) => !names.includes(key));
  if (unknown !== undefined) refuse(`A key of ${name}`, unknown, `one of ${names.join(", ")}`);
  const found = Object.fromEntries(names.map((key) => [key, given[key] === undefined ? defaults[key] : given[key]]));
  const wrong = names.find((key) => !shape[key].fits(found[key]));
  if (wrong) refuse(`${name}.${wrong}`, found[wrong], shape[wrong].allowed);
  return found;
}
