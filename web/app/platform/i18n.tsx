import { isLang, type Lang } from '@app/contract/platform/languages';
import { createContext, type ReactNode, startTransition, use, useEffect, useRef, useState } from 'react';
import { type BaseDomain, type Domain, followTexts, type Text, textOf, textsReady } from './texts.ts';

interface LanguageChoice {
  lang: Lang;
  setLanguage: (lang: Lang) => Promise<void>;
}

const LanguageContext = createContext<LanguageChoice | null>(null);

const STORAGE_KEY = 'lang';
const YEAR_SECONDS = 31_536_000;

function storeLanguage(lang: Lang): void {
  localStorage.setItem(STORAGE_KEY, lang);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `lang=${lang}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** What was chosen in this browser. */
export function loadStoredLanguage(): Lang | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isLang(stored) ? stored : null;
  } catch {
    return null;
  }
}

interface LanguageProviderProps {
  /** The language that the server rendered. */
  initial: Lang;
  /** Called after a switch: server data carries names in the reader's language. */
  onSwitch?: () => void;
  children: ReactNode;
}

/** Holds the language of the interface. Switching loads the catalogue and renders again in place: forms keep what was typed. */
export function LanguageProvider({ initial, onSwitch, children }: LanguageProviderProps) {
  const [lang, setLang] = useState(initial);
  const latest = useRef(onSwitch);
  latest.current = onSwitch;

  async function setLanguage(next: Lang): Promise<void> {
    await followTexts(lang, next);
    storeLanguage(next);
    startTransition(() => setLang(next));
    latest.current?.();
  }

  const follow = useRef(setLanguage);
  useEffect(() => {
    const chosen = loadStoredLanguage();
    if (chosen && chosen !== initial) void follow.current(chosen);
  }, [initial]);

  return <LanguageContext value={{ lang, setLanguage }}>{children}</LanguageContext>;
}

function useChoice(): LanguageChoice {
  const choice = use(LanguageContext);
  if (!choice) throw new Error('LanguageProvider is missing');
  return choice;
}

export function useLanguage(): Lang {
  return useChoice().lang;
}

export function useSetLanguage(): LanguageChoice['setLanguage'] {
  return useChoice().setLanguage;
}

/**
 * Texts by key. Domains beyond the base ones are named, and the component waits until they are there:
 * `const t = useText('payments')` knows `t('payments.pay')`, `t('frame.cancel')` and `t('ads.price.none')`.
 */
export function useText<D extends Domain = BaseDomain>(...domains: D[]): Text<D> {
  const lang = useLanguage();
  // One promise for all, asked for in every render alike: React repeats a render that waited and expects the same steps.
  if (domains.length > 0) use(textsReady(lang, domains));
  return textOf<D>(lang);
}
