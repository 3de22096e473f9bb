const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const CYRILLIC_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const SHIFTED: Readonly<Record<string, string>> = {
  '~': '`',
  '{': '[',
  '}': ']',
  ':': ';',
  '"': "'",
  '<': ',',
  '>': '.',
};

/** Converts text of the wrong keyboard layout: "lbdfy" becomes "диван". Undefined when it cannot be such text. */
export function otherLayout(typed: string): string | undefined {
  const text = typed.toLowerCase();
  const isCyrillic = /[а-яё]/.test(text);
  if (isCyrillic && /[a-z]/.test(text)) return undefined;
  const [from, to] = isCyrillic ? [CYRILLIC_KEYS, LATIN_KEYS] : [LATIN_KEYS, CYRILLIC_KEYS];
  const converted = [...text].map((key) => to[from.indexOf(isCyrillic ? key : (SHIFTED[key] ?? key))] ?? key).join('');
  return converted === text ? undefined : converted;
}
