/** Maximum price of an ad, roubles: safe as a JavaScript number even in kopecks. */
export const PRICE_MAX_ROUBLES = 1_000_000_000_000;

export type SumProblem = 'digits' | 'unclear' | 'large';

/** A typed sum of money, or why the text is none. */
export type TypedSum = { kopecks: number } | { problem: SumProblem };

const SPACE = /[\s\u200b\u2060]/gu;
/** Also a currency that is still being typed. */
const CURRENCY = /^₽|(?:₽|rub?|r|р(?:\.|у(?:б(?:\.|л(?:ь|я|ей?)?)?)?)?)$/giu;
const KOPECKS = /^(\d+)[.,](\d{0,2})$/;
/** Thousands with one mark and kopecks with the other, or several groups of thousands. */
const MARKED = /^(\d{1,3}(?:(?:\.\d{3})+(?=,|$)|(?:,\d{3})+(?=\.|$)))(?:[.,](\d{1,2}))?$/;
const SINGLE_GROUP = /^\d{1,3}[.,]\d{3}$/;

/** Whether spaces stand only between groups of three, so that "12500 90" is not read as one number. */
function isGrouped(text: string): boolean {
  const [whole = ''] = text.split(/[.,]/);
  return !/\s/.test(whole) || /^\d{1,3}(?:\s\d{3})+$/.test(whole);
}

/**
 * Parses a sum as people type or paste it: «12 000,50 руб», «12500.90», «1.250.000 ₽»; null for an empty text. What may
 * mean different sums, such as «12.500», is refused.
 */
export function parseSum(typed: string): TypedSum | null {
  const spaced = typed.replace(SPACE, ' ').trim();
  if (spaced === '') return null;
  const text = spaced.replace(CURRENCY, '').trim();
  if (!/^[\d., ]*\d[\d., ]*$/.test(text)) return { problem: 'digits' };
  const compact = text.replaceAll(' ', '');
  const whole = /^\d+$/.exec(compact) ?? KOPECKS.exec(compact) ?? MARKED.exec(compact);
  if (!whole || SINGLE_GROUP.test(compact) || !isGrouped(text)) return { problem: 'unclear' };
  const [, digits = compact, part = ''] = whole;
  const roubles = Number(digits.replace(/\D/g, ''));
  if (roubles > PRICE_MAX_ROUBLES) return { problem: 'large' };
  return { kopecks: roubles * 100 + Number(part.padEnd(2, '0')) };
}

/** Undefined when the text is empty, wrong, or nothing. */
export function parseKopecks(typed: string): number | undefined {
  const sum = parseSum(typed);
  return (sum && 'kopecks' in sum && sum.kopecks) || undefined;
}

/** The whole roubles of a typed sum, without its kopecks; null when it is empty or wrong. */
export function parseRoubles(typed: string): number | null {
  const sum = parseSum(typed);
  return sum && 'kopecks' in sum ? Math.floor(sum.kopecks / 100) : null;
}
