import type { Lang } from '@app/contract/platform/languages';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { detectSource, findSource, reasonOf, type TranslationFailure, translate } from './device-translation.ts';
import { nameSource } from './name-source.ts';
import styles from './translation-offer.module.css';

export interface TextTranslation {
  /** The texts and the reader's language that the translation belongs to. */
  key: string;
  /** Language tag; '' while the browser has no detector. */
  source: string;
  texts: ReadonlyMap<string, string> | null;
  isShown: boolean;
}

/** Rows of long chats leave the page and return; what the reader translated returns translated. */
const KEPT_MAX = 300;
const kept = new Map<string, TextTranslation>();

function keep(found: TextTranslation): void {
  kept.delete(found.key);
  kept.set(found.key, found);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

const formatShare = (lang: Lang, share: number): string =>
  new Intl.NumberFormat(lang, { style: 'percent', roundingMode: 'floor' }).format(share);

type Step = { kind: 'idle' | 'working' } | { kind: 'loading'; share: number } | { kind: TranslationFailure };

interface TranslationOfferProps {
  name: string;
  texts: readonly string[];
  found: TextTranslation | null;
  onFound: (found: TextTranslation) => void;
}

/** «Перевести» under a text in another language; then where the translation comes from, and the way back. */
export function TranslationOffer({ name, texts, found, onFound }: TranslationOfferProps) {
  const t = useText('translation');
  const lang = useLanguage();
  const [step, setStep] = useState<Step>({ kind: 'idle' });

  function update(next: TextTranslation): void {
    keep(next);
    onFound(next);
  }

  const look = useEffectEvent(async (isGone: () => boolean): Promise<void> => {
    const before = kept.get(name);
    // A browser that cannot tell what it knows has nothing to offer.
    const source = before ?? (await findSource(texts, lang).catch(() => null));
    if (source !== null && !isGone()) update({ key: name, texts: null, isShown: false, ...source });
  });
  useEffect(() => {
    let isGone = false;
    void look(() => isGone);
    return () => {
      isGone = true;
    };
  }, []);

  if (found === null) return null;
  const isBusy = step.kind === 'working' || step.kind === 'loading';

  async function start(from: TextTranslation): Promise<void> {
    const onProgress = (share: number): void => setStep(share < 1 ? { kind: 'loading', share } : { kind: 'working' });
    setStep({ kind: 'working' });
    try {
      const source = from.source || (await detectSource(texts, lang, onProgress));
      update({ ...from, source });
      const translated = from.texts ?? (await translate(texts, source, lang, onProgress));
      update({ ...from, source, texts: translated, isShown: true });
      setStep({ kind: 'idle' });
    } catch (error) {
      setStep({ kind: reasonOf(error) });
    }
  }

  function press(of: TextTranslation): void {
    if (isBusy) return;
    if (of.isShown) update({ ...of, isShown: false });
    else void start(of);
  }

  const source = found.source && nameSource(lang, found.source);
  const idle = found.isShown ? t('translation.from', { language: source }) : '';
  const status = step.kind === 'idle' ? idle : t(`translation.${step.kind}`, { language: source });
  return (
    <div className={styles.offer}>
      <span>
        <span role="status">{status}</span>
        {step.kind === 'loading' && <span aria-hidden="true"> {formatShare(lang, step.share)}</span>}
        {status !== '' && <span aria-hidden="true"> ·</span>}
      </span>
      <button type="button" className={styles.button} aria-disabled={isBusy || undefined} onClick={() => press(found)}>
        {t(found.isShown ? 'translation.original' : 'translation.translate')}
      </button>
    </div>
  );
}
