import { IconEyeOff } from 'virtual:icons';
import { useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { AdCard, type CardAd } from './ad-card.tsx';
import styles from './muted-card.module.css';

/** Revealing the card removes the pressed button, so its link gets the focus. */
const focusLink = (card: HTMLElement | null): void => card?.querySelector('a')?.focus({ preventScroll: true });

export function MutedCard({ ad, isOwn = false }: { ad: CardAd; isOwn?: boolean }) {
  const t = useText('ad-filters');
  const [isShown, setShown] = useState(false);
  if (isShown) {
    return (
      <div ref={focusLink} className={styles.shown}>
        <AdCard ad={ad} isOwn={isOwn} hasHeart={!isOwn} />
      </div>
    );
  }
  return (
    <article className={styles.muted}>
      <IconEyeOff size={22} stroke={ICON_STROKE} aria-hidden="true" />
      <p>{t('ad-filters.muted', { word: ad.muted_by ?? '' })}</p>
      <button type="button" className={button('plain', 'small')} onClick={() => setShown(true)}>
        {t('ad-filters.muted.show')}
      </button>
    </article>
  );
}
