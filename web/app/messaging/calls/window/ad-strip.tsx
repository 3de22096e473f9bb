import { IconMessageCircle } from 'virtual:icons';
import type { ChatCard } from '@app/contract/messaging/chat';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { adsApi } from '#contract/market/ads';
import { CardPrice } from '../../../market/ads/card-price.tsx';
import { FavoriteButton } from '../../../market/favorites/favorite-button.tsx';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './ad-strip.module.css';

function useAd({ id, state, mine }: ChatCard) {
  const [ad, setAd] = useState<{ isSaved: boolean; owner: number } | null>(null);
  const isOthers = state !== 'gone' && mine === 0;
  useEffect(() => {
    if (!isOthers) return;
    const asking = new AbortController();
    call(adsApi.get, { params: { id }, query: { phone: 'masked' }, signal: asking.signal, isQuiet: true }).then(
      (found) => setAd({ isSaved: found.subscription_on_board === 1, owner: found.board_user_id }),
      // If loading fails, the card stays without actions.
      () => undefined,
    );
    return () => asking.abort();
  }, [id, isOthers]);
  return ad;
}

export function AdStrip({ ad }: { ad: ChatCard }) {
  const t = useText('calls');
  const loaded = useAd(ad);
  return (
    <section className={styles.strip} aria-label={t('calls.ad')}>
      {ad.photo !== null && <img src={ad.photo} alt="" width={72} height={45} />}
      <div className={styles.words}>
        {ad.price !== undefined && (
          <CardPrice roubles={ad.price} kind={ad.ad_kind} period={ad.price_period} className={styles.price} />
        )}
        {ad.state === 'gone' ? (
          <span className="clip1">{ad.title}</span>
        ) : (
          <Link to={ad.link} className="clip1" title={ad.title}>
            {ad.title}
          </Link>
        )}
      </div>
      {loaded !== null && (
        <>
          <Link to={`/conversation/${loaded.owner}?ad=${ad.id}`} className={styles.write}>
            <IconMessageCircle size={19} stroke={ICON_STROKE} aria-hidden="true" />
            {t('calls.ad.write')}
          </Link>
          <FavoriteButton adId={ad.id} title={ad.title} isOn={loaded.isSaved} size="panel" />
        </>
      )}
    </section>
  );
}
