import { type ReactNode, useCallback, useState } from 'react';
import { useLanguage } from '../../platform/i18n.tsx';
import { loadTexts } from '../../platform/texts.ts';
import type { TextTranslation, TranslationOffer } from './translation-offer.tsx';

interface UsedTranslation {
  /** For the element of the text: nothing is loaded before the reader sees it. */
  ref: (element: Element | null) => (() => void) | undefined;
  /** Returns the translation of one of the texts while it is shown, otherwise the text. */
  show: (text: string) => string;
  /** `lang` attribute of the texts, where it is known to differ from the page's. */
  lang: string | undefined;
  offer: ReactNode;
}

/**
 * Translation of somebody else's texts by the browser, on this device. Without the browser's APIs, and for the own texts
 * of the reader (an empty list), there is neither an offer nor a request.
 */
export function useTranslation(texts: readonly string[]): UsedTranslation {
  const lang = useLanguage();
  const [Offer, setOffer] = useState<typeof TranslationOffer | null>(null);
  const [found, setFound] = useState<TextTranslation | null>(null);
  const isWanted = texts.length > 0;
  const ref = useCallback(
    (element: Element | null) => {
      if (!element || !isWanted || !('Translator' in self && 'LanguageDetector' in self)) return;
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // Offline there is no offer: the text stays readable as it is.
        Promise.all([import('./translation-offer.tsx'), loadTexts(lang, 'translation')]).then(
          ([{ TranslationOffer }]) => setOffer(() => TranslationOffer),
          () => undefined,
        );
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [isWanted, lang],
  );
  const key = [lang, ...texts].join('\n');
  const current = found?.key === key ? found : null;
  const translated = current?.isShown ? current.texts : null;
  return {
    ref,
    show: (text) => translated?.get(text) ?? text,
    lang: translated ? lang : current?.source || undefined,
    offer: Offer && isWanted && <Offer key={key} name={key} texts={texts} found={current} onFound={setFound} />,
  };
}
