/** Letters that people confuse by ear; replacing one by another of its group is half a typo. */
const CONFUSED: readonly string[] = [
  'аоя',
  'еиэыяй',
  'ую',
  'бп',
  'вф',
  'гкх',
  'дт',
  'жшщч',
  'зсц',
  'ao',
  'eiy',
  'bp',
  'vwf',
  'gkcq',
  'dt',
  'zs',
];
const VOWELS = 'аеиоуыэюяaeiouy';
const SILENT_LETTERS = "ьъh'";
const HALF = 0.5;
const SWAPPED = 0.75;
/** A vowel left out or too much is heard less than a consonant. */
const VOWEL_COST = 0.75;
const OTHER_CONSONANT = 1.25;
/** Few people mistake the first letter. */
const FIRST_LETTER = 0.5;
/** Of a letter that has no counterpart. */
const EXTRA_COST_MIN = HALF;

const IS_VOWEL = 1 << 30;
const IS_SILENT = 1 << 29;
/** All letters with traits have codes below this one. */
const CODES = 0x500;
/** By code of a letter: what it is, and one bit for each group it is in. One search compares hundreds of words. */
const TRAITS = new Uint32Array(CODES);
function setTrait(letters: string, trait: number): void {
  for (const letter of letters) TRAITS[letter.charCodeAt(0)] = (TRAITS[letter.charCodeAt(0)] ?? 0) | trait;
}
setTrait(VOWELS, IS_VOWEL);
setTrait(SILENT_LETTERS, IS_SILENT);
for (const [number, group] of CONFUSED.entries()) setTrait(group, 1 << number);
const GROUPS = (1 << CONFUSED.length) - 1;

const traitsOf = (code: number): number => TRAITS[code] ?? 0;

/**
 * Weighted edit distance between a typed and a known word: about 1 for a letter that is missing, needless or wrong, less
 * for what sounds the same. Infinity beyond `max`.
 */
export function typoCost(typed: string, known: string, max: number): number {
  if (typed === known) return 0;
  // Each step away from the diagonal is a letter without counterpart, so cells beyond this distance cost more than `max`.
  const reach = Math.floor(max / EXTRA_COST_MIN);
  if (Math.abs(typed.length - known.length) > reach || missingLetters(typed, known) > reach)
    return Number.POSITIVE_INFINITY;
  const [extraTyped, extraKnown] = [extraCosts(typed), extraCosts(known)];
  const width = known.length + 1;
  let before = new Float64Array(width);
  let above = new Float64Array(width);
  let row = new Float64Array(width);
  for (let j = 1; j < width; j += 1) above[j] = (above[j - 1] ?? 0) + (extraKnown[j - 1] ?? 0);
  let first = 0;
  for (let i = 1; i <= typed.length; i += 1) {
    const a = typed.charCodeAt(i - 1);
    const extra = extraTyped[i - 1] ?? 0;
    const begin = Math.max(1, i - reach);
    const end = Math.min(known.length, i + reach);
    first += extra;
    row.fill(Number.POSITIVE_INFINITY);
    row[0] = first;
    let least = first;
    for (let j = begin; j <= end; j += 1) {
      const b = known.charCodeAt(j - 1);
      let cost = (above[j - 1] ?? 0) + costOfWrong(a, b, i === 1 && j === 1);
      cost = Math.min(cost, (above[j] ?? 0) + extra, (row[j - 1] ?? 0) + (extraKnown[j - 1] ?? 0));
      if (i > 1 && j > 1 && a !== b && a === known.charCodeAt(j - 2) && b === typed.charCodeAt(i - 2))
        cost = Math.min(cost, (before[j - 2] ?? 0) + SWAPPED);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > max) return Number.POSITIVE_INFINITY;
    [before, above, row] = [above, row, before];
  }
  const cost = above[known.length] ?? Number.POSITIVE_INFINITY;
  return cost > max ? Number.POSITIVE_INFINITY : cost;
}

/** So many different letters of one word at least are not in the other one. Of letters with the same bit one may be overlooked. */
function missingLetters(typed: string, known: string): number {
  const [one, other] = [letterBits(typed), letterBits(known)];
  return Math.max(bitCount(one & ~other), bitCount(other & ~one));
}

function letterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function costOfWrong(a: number, b: number, isFirst: boolean): number {
  if (a === b) return 0;
  const [one, other] = [traitsOf(a), traitsOf(b)];
  if ((one & other & GROUPS) !== 0) return HALF;
  const cost = ((one | other) & IS_VOWEL) === 0 ? OTHER_CONSONANT : 1;
  return isFirst ? cost + FIRST_LETTER : cost;
}

/** For each letter of a word the cost of its having no counterpart. */
function extraCosts(word: string): Float64Array {
  const costs = new Float64Array(word.length);
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    const traits = traitsOf(code);
    if (code === word.charCodeAt(at - 1) || code === word.charCodeAt(at + 1) || traits & IS_SILENT) costs[at] = HALF;
    else if (traits & IS_VOWEL) costs[at] = VOWEL_COST;
    else costs[at] = at === 0 ? 1 + FIRST_LETTER : 1;
  }
  return costs;
}

/** How much a word of this length may differ: short words are near too many others. */
export function typoCostMax(letters: number): number {
  if (letters < 4) return 0;
  if (letters === 4) return SWAPPED;
  if (letters === 5) return 1;
  return letters < 9 ? 1.5 : 2.25;
}
