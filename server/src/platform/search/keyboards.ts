const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const CYRILLIC_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
/** What the same keys give together with Shift, where that is another sign. */
const SHIFTED: Readonly<Record<string, string>> = {
  '~': '`',
  '{': '[',
  '}': ']',
  ':': ';',
  '"': "'",
  '<': ',',
  '>': '.',
};

/**
 * The same keys on the other keyboard layout: "lbdfy" is what "диван" becomes under the English one. Undefined when the text
 * cannot have been typed so.
 */
export function otherLayout(typed: string): string | undefined {
  const text = typed.toLowerCase();
  const isCyrillic = /[а-яё]/.test(text);
  if (isCyrillic && /[a-z]/.test(text)) return undefined;
  const [from, to] = isCyrillic ? [CYRILLIC_KEYS, LATIN_KEYS] : [LATIN_KEYS, CYRILLIC_KEYS];
  const converted = [...text].map((key) => to[from.indexOf(isCyrillic ? key : (SHIFTED[key] ?? key))] ?? key).join('');
  return converted === text ? undefined : converted;
}
