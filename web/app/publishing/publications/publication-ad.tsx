import { IconTagOff } from 'virtual:icons';
import type { PublicationAd as Shown } from '@app/contract/publishing/publications';
import { Link } from 'react-router';
import { AdPhoto } from '../../market/ads/ad-photo.tsx';
import { CardPrice } from '../../market/ads/card-price.tsx';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './publication-ad.module.css';

/** The card of an ad without its link, for the place that surrounds it. */
export function AdSummary({ ad }: { ad: Shown }) {
  const t = useText('posts');
  if (ad.state === 'gone')
    return (
      <span className={styles.gone}>
        <IconTagOff size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('posts.ad.gone')}
      </span>
    );
  return (
    <>
      <AdPhoto photo={ad.photo ?? undefined} sizes="96px" className={styles.photo} />
      <span className={styles.words}>
        <span className={styles.top}>
          <CardPrice roubles={ad.price} kind={ad.kind} period={ad.price_period} className={styles.price} />
          {ad.state !== 'active' && (
            <span className={styles.state} data-tone={ad.state}>
              {t(`ads.card.${ad.state}`)}
            </span>
          )}
        </span>
        <span className={styles.title}>{ad.title}</span>
        {ad.city !== '' && <span className={styles.city}>{ad.city}</span>}
      </span>
    </>
  );
}

export function PublicationAd({ ad }: { ad: Shown }) {
  const t = useText('posts');
  return (
    <div className={styles.place}>
      {ad.state === 'gone' ? (
        <div className={styles.card}>
          <AdSummary ad={ad} />
        </div>
      ) : (
        <Link
          to={`/ad/${ad.board_id}`}
          className={styles.card}
          data-sold={ad.state === 'sold' || undefined}
          title={t('posts.ad.open', { title: ad.title })}
        >
          <AdSummary ad={ad} />
        </Link>
      )}
    </div>
  );
}
