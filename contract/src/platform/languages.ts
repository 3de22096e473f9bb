/** Interface languages. Russian is the source: missing texts fall back to it. */
export const LANGUAGES = ['ru', 'en', 'es', 'de', 'fr', 'it', 'ko'] as const;
export type Lang = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Lang = 'ru';

export const LANGUAGE_NAMES: Record<Lang, string> = {
  ru: 'Русский',
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  ko: '한국어',
};

export function isLang(value: unknown): value is Lang {
  return LANGUAGES.includes(value as Lang);
}

/**
 * Chooses the language of a request: the `lang` cookie, then the browser's preferences in order, then Russian.
 * `acceptLanguage` is the header of RFC 9110 §12.5.4; only primary subtags count ("de-AT" is German).
 */
export function chooseLanguage(cookie: string | undefined, acceptLanguage: string | undefined): Lang {
  if (isLang(cookie)) return cookie;
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { primary: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((entry) => entry.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted.map((entry) => entry.primary).find(isLang) ?? DEFAULT_LANGUAGE;
}
