import { IconEyeOff } from 'virtual:icons';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { CardAd } from '../../market/ads/ad-card.tsx';
import { AdPhoto } from '../../market/ads/ad-photo.tsx';
import { Price } from '../../market/ads/price.tsx';
import { FavoriteButton } from '../../market/favorites/favorite-button.tsx';
import { formatDateTime } from '../../platform/format/format.ts';
import { formatRecentTime } from '../../platform/format/format-time.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import publicationStyles from '../publications/publication.module.css';
import styles from './near-ad.module.css';

const SIZES = '(max-width: 48em) 100vw, 640px';

interface NearAdProps {
  ad: CardAd;
  index: number;
  hasHeart: boolean;
}

function Head({ ad }: { ad: CardAd }) {
  const t = useText('near');
  const lang = useLanguage();
  const { owner_firstname: firstname, owner_lastname: lastname, board_date_create: created } = ad;
  const name = `${firstname} ${lastname}`.trim();
  const place = [ad.city?.name, ad.board_district].filter(Boolean).join(', ');
  const away = ad.board_distance ? t('ads.card.distance', { km: ad.board_distance }) : '';
  return (
    <header className={publicationStyles.head}>
      <UserPic firstname={firstname} lastname={lastname} photo={ad.owner_photo} size={44} />
      <div className={publicationStyles.who}>
        <p className={publicationStyles.name}>
          {/* Somebody else than the account is the seller of an ad from elsewhere. */}
          {ad.board_external === 1 ? name : <Link to={`/user/${ad.board_user_id}`}>{name}</Link>}
        </p>
        <p className={publicationStyles.when}>
          <time
            className={publicationStyles.moment}
            dateTime={created}
            title={formatDateTime(created)}
            suppressHydrationWarning
          >
            {formatRecentTime(lang, created, Date.now())}
          </time>
          <span>{[place, away].filter(Boolean).join(' · ')}</span>
        </p>
      </div>
      <span className={styles.kind}>{t(ad.board_circle_only === 1 ? 'ads.card.circle' : 'near.ad')}</span>
    </header>
  );
}

/** An ad between the publications of a list, with their head and width. */
export function NearAd({ ad, index, hasHeart }: NearAdProps) {
  const t = useText('near', 'ad-filters');
  const id = useId();
  const [isShown, setShown] = useState(!ad.muted_by);
  return (
    <article
      className={`card ${styles.ad}`}
      aria-labelledby={id}
      aria-posinset={index + 1}
      aria-setsize={-1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Page Up and Page Down move between the articles of a feed
      tabIndex={0}
      data-ad={ad.board_id}
    >
      <Head ad={ad} />
      {isShown ? (
        <>
          {ad.board_photos.length > 0 && (
            <Link to={`/ad/${ad.board_id}`} tabIndex={-1} aria-hidden="true" className={styles.photo}>
              <AdPhoto
                photo={ad.board_photos[0]}
                sizes={SIZES}
                isFirst={index === 0}
                isNear={index < 2}
                isLarge
                className={styles.frame}
              />
            </Link>
          )}
          <div className={styles.words}>
            <div>
              {ad.board_kind !== undefined && ad.board_kind !== 'sell' && (
                <p className={styles.adKind}>{t(`ads.kind.${ad.board_kind}`)}</p>
              )}
              <Price
                roubles={ad.board_price}
                kind={ad.board_kind}
                period={ad.board_price_period}
                className={styles.price}
              />
              <h2 id={id} className={styles.title}>
                <Link to={`/ad/${ad.board_id}`} prefetch="intent">
                  {ad.board_title}
                </Link>
              </h2>
              {ad.board_external === 1 && <p className="dim">{t('ads.card.external')}</p>}
              {ad.board_state === 'reserved' && <p className="dim">{t('ads.card.reserved')}</p>}
            </div>
            {hasHeart && (
              <FavoriteButton
                adId={ad.board_id}
                title={ad.board_title}
                isOn={ad.subscription_on_board === undefined ? undefined : ad.subscription_on_board === 1}
                size="panel"
              />
            )}
          </div>
        </>
      ) : (
        <div className={styles.muted}>
          <IconEyeOff size={22} stroke={ICON_STROKE} aria-hidden="true" />
          <p id={id}>{t('ad-filters.muted', { word: ad.muted_by ?? '' })}</p>
          <TextButton
            text={t('ad-filters.muted.show')}
            className={button('plain', 'small')}
            onClick={() => setShown(true)}
          />
        </div>
      )}
    </article>
  );
}
