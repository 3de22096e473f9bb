export interface TextPart {
  text: string;
  isHit: boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Characters at the end of a word that may differ: «велосипед», «велосипеда». */
const ENDING = 2;
const SURE = 3;
const LEAD = 24;

const normalizeWord = (word: string): string => word.toLowerCase().replaceAll('ё', 'е');
const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).map(normalizeWord);

function isForm(word: string, wanted: string): boolean {
  const stem = wanted.slice(0, Math.max(SURE, wanted.length - ENDING));
  return word.startsWith(stem);
}

/** Cuts a message to a line that starts shortly before the first hit and splits it into hits and other text. */
export function excerpt(content: string, search: string): TextPart[] {
  const text = content.replace(/\s+/g, ' ').trim();
  const terms = wordsOf(search);
  const hits = [...text.matchAll(WORD)].filter(([word]) => terms.some((one) => isForm(normalizeWord(word), one)));
  const first = hits[0]?.index ?? 0;
  const start = first > LEAD ? text.indexOf(' ', first - LEAD) + 1 : 0;
  const parts: TextPart[] = [];
  let at = start;
  const add = (to: number, isHit: boolean): void => {
    if (to > at) parts.push({ text: text.slice(at, to), isHit });
    at = Math.max(at, to);
  };
  for (const { index, 0: word } of hits) {
    add(index, false);
    add(index + word.length, true);
  }
  add(text.length, false);
  return start > 0 ? [{ text: '…', isHit: false }, ...parts] : parts;
}
