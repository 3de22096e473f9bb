import type { Lang } from '@app/contract/platform/languages';

/** Russian adjectives (немецкий) and «иврит» in the genitive, as «Переведено с …» asks for; other names never change. */
const toGenitive = (name: string): string => name.replace(/(?<=\p{L})ий$/u, 'ого').replace(/^иврит$/, 'иврита');

/** Name of the language that a text is translated from, in the form that `translation.from` takes. */
export function nameSource(lang: Lang, source: string): string {
  const name = new Intl.DisplayNames(lang, { type: 'language' }).of(source) ?? source;
  return lang === 'ru' ? toGenitive(name) : name;
}
