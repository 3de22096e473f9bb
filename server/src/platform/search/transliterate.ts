const TO_LATIN: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
  },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
};

/** Longer spellings come first, because the first match applies. */
const TO_CYRILLIC: readonly [string, string][] = [
  ['shch', 'щ'],
  ['sch', 'щ'],
  ['iya', 'ия'],
  ['aya', 'ая'],
  ['oye', 'ое'],
  ['yy', 'ый'],
  ['iy', 'ий'],
  ['ij', 'ий'],
  ['yj', 'ый'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['ts', 'ц'],
  ['tz', 'ц'],
  ['yu', 'ю'],
  ['ju', 'ю'],
  ['ya', 'я'],
  ['ja', 'я'],
  ['yo', 'е'],
  ['jo', 'е'],
  ['ye', 'е'],
  ['ph', 'ф'],
  ['ck', 'к'],
];
const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: 'а', b: 'б', c: 'ц', d: 'д', e: 'е', f: 'ф', g: 'г', h: 'х', i: 'и', j: 'й', k: 'к', l: 'л', m: 'м', n: 'н' },
  ...{ o: 'о', p: 'п', q: 'к', r: 'р', s: 'с', t: 'т', u: 'у', v: 'в', w: 'в', x: 'кс', z: 'з' },
};

/** Transliterates a word typed in the other alphabet, likeliest spelling first. */
export function otherAlphabet(word: string): string[] {
  if (/^[a-z]+$/.test(word)) return cyrillicOf(word);
  if (/^[а-яё]+$/.test(word)) return latinOf(word);
  return [];
}

function latinOf(word: string): string[] {
  const plain = [...word].map((letter) => TO_LATIN[letter] ?? letter).join('');
  return different([plain, plain.replaceAll('ks', 'x'), plain.replaceAll('k', 'c'), plain.replaceAll('v', 'w')]);
}

function cyrillicOf(word: string): string[] {
  const plain = spell(word);
  // "c" may be "к" or "ц"; "e" at the beginning or after a vowel may be "э"; final "y" may be "и".
  return different([
    plain,
    spell(word.replaceAll(/c(?!h)/g, 'k')),
    plain.replace(/^е/, 'э'),
    plain.replace(/ы$/, 'ий'),
    plain.replaceAll('йа', 'я').replaceAll('йу', 'ю'),
  ]);
}

function spell(word: string): string {
  let spelled = '';
  for (let at = 0; at < word.length; ) {
    const group = TO_CYRILLIC.find(([latin]) => word.startsWith(latin, at));
    if (group !== undefined) {
      spelled += group[1];
      at += group[0].length;
      continue;
    }
    const letter = word[at] ?? '';
    spelled += letter === 'y' ? softened(spelled, at) : (LETTERS[letter] ?? letter);
    at += 1;
  }
  return spelled;
}

/** "y" is "й" after a vowel and at the beginning, "ы" after a consonant. */
const softened = (before: string, at: number): string => (at === 0 || /[аеиоуыэюя]$/.test(before) ? 'й' : 'ы');

const different = (words: readonly string[]): string[] => [...new Set(words)];
