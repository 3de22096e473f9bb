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
const VOWEL = /[аеиоуыэюяaeiouy]/;
const SILENT = /[ьъh']/;
const HALF = 0.5;
const SWAPPED = 0.75;
/** A vowel left out or too much is heard less than a consonant. */
const VOWEL_COST = 0.75;
const OTHER_CONSONANT = 1.25;
/** Few people mistake the first letter. */
const FIRST_LETTER = 0.5;

const areConfused = (a: string, b: string): boolean => CONFUSED.some((group) => group.includes(a) && group.includes(b));

/**
 * Weighted edit distance between a typed and a known word: about 1 for a letter that is missing, needless or wrong, less
 * for what sounds the same. Infinity beyond `max`.
 */
export function typoCost(typed: string, known: string, max: number): number {
  if (typed === known) return 0;
  if (Math.abs(typed.length - known.length) > max * 2) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let above = Array.from({ length: known.length + 1 }, (_, j) => (j === 0 ? 0 : costOfExtra(known, 0, j)));
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [costOfExtra(typed, 0, i)];
    for (let j = 1; j <= known.length; j += 1) {
      const [a = '', b = ''] = [typed[i - 1], known[j - 1]];
      let cost = Math.min(
        (above[j - 1] ?? 0) + costOfWrong(a, b, i === 1 && j === 1),
        (above[j] ?? 0) + costOfExtra(typed, i - 1, i),
        (row[j - 1] ?? 0) + costOfExtra(known, j - 1, j),
      );
      if (i > 1 && j > 1 && a === known[j - 2] && b === typed[i - 2] && a !== b)
        cost = Math.min(cost, (before[j - 2] ?? 0) + SWAPPED);
      row.push(cost);
    }
    if (Math.min(...row) > max) return Number.POSITIVE_INFINITY;
    [before, above] = [above, row];
  }
  const cost = above[known.length] ?? Number.POSITIVE_INFINITY;
  return cost > max ? Number.POSITIVE_INFINITY : cost;
}

function costOfWrong(a: string, b: string, isFirst: boolean): number {
  if (a === b) return 0;
  if (areConfused(a, b)) return HALF;
  const cost = VOWEL.test(a) === VOWEL.test(b) && !VOWEL.test(a) ? OTHER_CONSONANT : 1;
  return isFirst ? cost + FIRST_LETTER : cost;
}

/** The cost of the letters of `word` between two places having no counterpart. */
function costOfExtra(word: string, from: number, to: number): number {
  let cost = 0;
  for (let at = from; at < to; at += 1) {
    const letter = word[at] ?? '';
    const isDoubled = letter === word[at - 1] || letter === word[at + 1];
    if (isDoubled || SILENT.test(letter)) cost += HALF;
    else if (VOWEL.test(letter)) cost += VOWEL_COST;
    else cost += at === 0 ? 1 + FIRST_LETTER : 1;
  }
  return cost;
}

/** How much a word of this length may differ: short words are near too many others. */
export function typoCostMax(letters: number): number {
  if (letters < 4) return 0;
  if (letters === 4) return SWAPPED;
  if (letters === 5) return 1;
  return letters < 9 ? 1.5 : 2.25;
}
