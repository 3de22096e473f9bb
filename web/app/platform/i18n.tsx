import { isLang, type Lang } from '@app/contract/platform/languages';
import { TIME_ZONE_COOKIE } from '@app/contract/platform/time-zones';
import { createContext, type ReactNode, startTransition, use, useEffect, useRef, useState } from 'react';
import { getDeviceZone, type ReaderZone, readerZone, readerZoneOf, setReaderZone } from './format/reader-zone.ts';
import { onPartsAlive } from './loading/pre-hydration.ts';
import { useBrand } from './site-brand.ts';
import { type BaseDomain, type Domain, followTexts, type Text, textOf, textsReady } from './texts.ts';

interface LanguageChoice {
  lang: Lang;
  zone: string;
  setLanguage: (lang: Lang) => Promise<void>;
}

const LanguageContext = createContext<LanguageChoice | null>(null);

const STORAGE_KEY = 'lang';
const YEAR_SECONDS = 31_536_000;

function storeCookie(name: string, value: string): void {
  const prefix = document.documentElement.dataset.cookies ?? '';
  // Browsers take a prefixed name with this mark only.
  const secure = prefix !== '' || location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${prefix}${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}

function storeLanguage(lang: Lang): void {
  localStorage.setItem(STORAGE_KEY, lang);
  storeCookie('lang', lang);
}

export function loadStoredLanguage(): Lang | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isLang(stored) ? stored : null;
  } catch {
    return null;
  }
}

interface LanguageProviderProps {
  initial: Lang;
  /** Zone that the viewer chose in the settings; null: the one of the device. */
  chosenZone?: string | null;
  /** Called after a language switch, because server data contains localized names. */
  onSwitch?: () => void;
  children: ReactNode;
}

const nameOf = ({ timeZone, label }: ReaderZone): string => `${timeZone} ${label}`;

/**
 * Follows the reader's time zone after hydration and returns it: the chosen one, otherwise the one of this device. Until
 * the browser has told its zone by a cookie, the server renders Moscow times.
 */
function useReaderZone(chosen: string | null, lang: Lang): string {
  const [zone, setZone] = useState(() => nameOf(readerZone()));
  useEffect(() => {
    const device = getDeviceZone();
    if (device !== null) storeCookie(TIME_ZONE_COOKIE, device);
    const next = readerZoneOf(chosen ?? device, lang);
    // A part that is hydrated later takes the times that the server rendered for its own: it must render the same ones first.
    return onPartsAlive(() => {
      setReaderZone(next);
      // An urgent update would throw away parts of the page that are not hydrated yet, with presses on them.
      startTransition(() => setZone(nameOf(next)));
    });
  }, [chosen, lang]);
  return zone;
}

/**
 * Provides the interface language. A switch loads the catalogue and re-renders in place, so that typed input is
 * preserved.
 */
export function LanguageProvider({ initial, chosenZone = null, onSwitch, children }: LanguageProviderProps) {
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

  // Times are rendered again when the zone changes: whatever shows one reads this context.
  const zone = useReaderZone(chosenZone, lang);
  return <LanguageContext value={{ lang, zone, setLanguage }}>{children}</LanguageContext>;
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
 * Texts by key. The component suspends until the given domains are loaded: `const t = useText('payments')` provides
 * `t('payments.pay')`, `t('frame.cancel')` and `t('ads.price.none')`.
 */
export function useText<D extends Domain = BaseDomain>(...domains: D[]): Text<D> {
  const lang = useLanguage();
  const siteName = useBrand()?.name;
  // One promise for all domains, used in every render alike, because React repeats a suspended render and expects the
  // same hooks.
  if (domains.length > 0) use(textsReady(lang, domains));
  return textOf<D>(lang, siteName);
}
