import type { Lang } from '@app/contract/platform/languages';

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';
interface CreateOptions {
  monitor?: (monitor: EventTarget) => void;
}
interface LanguagePair {
  sourceLanguage: string;
  targetLanguage: string;
}
interface DeviceTranslator {
  translate(text: string): Promise<string>;
}
interface LanguageDetector {
  detect(text: string): Promise<readonly { detectedLanguage?: string; confidence?: number }[]>;
}

/** The members of W3C's Translator and Language Detector APIs in use. TypeScript's own types do not have them yet. */
export interface TranslationApis {
  Translator: {
    availability(pair: LanguagePair): Promise<Availability>;
    create(options: LanguagePair & CreateOptions): Promise<DeviceTranslator>;
  };
  LanguageDetector: {
    availability(): Promise<Availability>;
    create(options?: CreateOptions): Promise<LanguageDetector>;
  };
}

export type OnProgress = (share: number) => void;
export type TranslationFailure = 'again' | 'offline' | 'unknown' | 'unsupported' | 'failed';

/** Detectors guess at random below these: a greeting of one word has no certain language. */
const LETTERS_MIN = 12;
const CONFIDENCE_MIN = 0.7;
/** Share of letters in a script that the reader's language does not use, from which a text is foreign without a detector. */
const FOREIGN_SHARE_MIN = 0.7;

const NOT_LANGUAGE = /(?:https?:\/\/|www\.)\S+|\S+@\S+|[@#][\p{L}\p{N}_.-]+/giu;
/** One sign of these scripts says as much as about two letters. */
const SYLLABLE = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const LETTER = /\p{L}/gu;
const SCRIPTS: Record<Lang, RegExp> = {
  ru: /\p{Script=Cyrillic}/gu,
  en: /\p{Script=Latin}/gu,
  es: /\p{Script=Latin}/gu,
  de: /\p{Script=Latin}/gu,
  fr: /\p{Script=Latin}/gu,
  it: /\p{Script=Latin}/gu,
  ko: /\p{Script=Hangul}/gu,
};

/** Share of letters beyond the Russian alphabet, from which a Cyrillic text may be Ukrainian or Tatar, say. */
const NOT_RUSSIAN_SHARE_MIN = 0.02;
const RUSSIAN = /[а-яё]/giu;

const apis = (): TranslationApis => window as unknown as TranslationApis;
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const baseOf = (language: string): string => language.split('-')[0] ?? language;

/** What is left of texts for the detector: without addresses, mentions and tags. */
export function wordsOf(texts: readonly string[]): string {
  const words = texts.join('\n').replace(NOT_LANGUAGE, ' ').trim();
  return count(words, LETTER) + count(words, SYLLABLE) < LETTERS_MIN ? '' : words;
}

/** A model that is created once for the page; everybody who waits for its download hears of the progress. */
interface Model<T> {
  created: Promise<T>;
  listeners: Set<OnProgress>;
}
const models = new Map<string, Model<unknown>>();

function openModel<T>(name: string, create: (options: CreateOptions) => Promise<T>, onProgress?: OnProgress) {
  let model = models.get(name) as Model<T> | undefined;
  if (model === undefined) {
    const listeners = new Set<OnProgress>();
    const monitor = (target: EventTarget): void =>
      target.addEventListener('downloadprogress', (event) => {
        for (const listener of listeners) listener((event as ProgressEvent).loaded);
      });
    model = { created: create({ monitor }), listeners };
    models.set(name, model);
    model.created.catch(() => models.delete(name));
  }
  if (onProgress) model.listeners.add(onProgress);
  return model.created;
}

const openDetector = (onProgress?: OnProgress) =>
  openModel('detector', (options) => apis().LanguageDetector.create(options), onProgress);

let asked: Promise<Availability> | undefined;

/** A browser without a detector is asked once for the page, because Chromium warns in the console at every question. */
function askForDetector(): Promise<Availability> {
  asked ??= apis()
    .LanguageDetector.availability()
    .then((availability) => {
      if (availability !== 'unavailable') asked = undefined;
      return availability;
    });
  return asked;
}

async function detectLanguage(words: string, onProgress?: OnProgress): Promise<string | null> {
  const detector = await openDetector(onProgress);
  const [best] = await detector.detect(words);
  const { detectedLanguage = 'und', confidence = 0 } = best ?? {};
  return detectedLanguage === 'und' || confidence < CONFIDENCE_MIN ? null : detectedLanguage;
}

const shareBeyond = (words: string, alphabet: RegExp): number => 1 - count(words, alphabet) / count(words, LETTER);

/** Spares the detector most texts that Russian and Korean readers see: the letters alone tell that they can read them. */
function mayBeForeign(words: string, lang: Lang): boolean {
  if (lang === 'ru') return shareBeyond(words, RUSSIAN) >= NOT_RUSSIAN_SHARE_MIN;
  return lang !== 'ko' || shareBeyond(words, SCRIPTS.ko) >= FOREIGN_SHARE_MIN;
}

const isForeign = (language: string, lang: Lang): boolean => baseOf(language) !== lang;

const canTranslate = async (sourceLanguage: string, lang: Lang): Promise<boolean> =>
  (await apis().Translator.availability({ sourceLanguage, targetLanguage: lang })) !== 'unavailable';

/**
 * Returns the language that the texts can be translated from, or null where there is nothing to offer. The source is ''
 * where the browser has to download its detector first, which only a press of the reader may start: then the script of
 * the letters decides.
 */
export async function findSource(texts: readonly string[], lang: Lang): Promise<{ source: string } | null> {
  const words = wordsOf(texts);
  if (words === '' || !mayBeForeign(words, lang)) return null;
  const detector = await askForDetector();
  if (detector === 'unavailable') return null;
  if (detector !== 'available') {
    return shareBeyond(words, SCRIPTS[lang]) >= FOREIGN_SHARE_MIN ? { source: '' } : null;
  }
  const source = await detectLanguage(words);
  return source !== null && isForeign(source, lang) && (await canTranslate(source, lang)) ? { source } : null;
}

/** Lines are translated one by one, because engines may join the lines of a text. */
async function translateLines(translator: DeviceTranslator, text: string): Promise<string> {
  const lines: string[] = [];
  for (const line of text.split('\n')) lines.push(line.trim() === '' ? line : await translator.translate(line));
  return lines.join('\n');
}

class TranslationError extends Error {
  readonly reason: TranslationFailure;
  constructor(reason: TranslationFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** Detects the language for a translation that was offered without one. */
export async function detectSource(texts: readonly string[], lang: Lang, onProgress: OnProgress): Promise<string> {
  const source = await detectLanguage(wordsOf(texts), onProgress);
  if (source === null || !isForeign(source, lang)) throw new TranslationError('unknown');
  if (!(await canTranslate(source, lang))) throw new TranslationError('unsupported');
  return source;
}

export async function translate(
  texts: readonly string[],
  source: string,
  lang: Lang,
  onProgress: OnProgress,
): Promise<ReadonlyMap<string, string>> {
  const pair = { sourceLanguage: source, targetLanguage: lang };
  const translator = await openModel(
    `${source} ${lang}`,
    (options) => apis().Translator.create({ ...pair, ...options }),
    onProgress,
  );
  const translated = new Map<string, string>();
  for (const text of texts) translated.set(text, await translateLines(translator, text));
  return translated;
}

export function reasonOf(error: unknown): TranslationFailure {
  if (error instanceof TranslationError) return error.reason;
  if (!navigator.onLine) return 'offline';
  const name = error instanceof Error ? error.name : '';
  // A press allows one download; the detector's may have used it up.
  if (name === 'NotAllowedError') return 'again';
  return name === 'NotSupportedError' ? 'unsupported' : 'failed';
}
