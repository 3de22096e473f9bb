import type { Board } from '@app/contract/market/ads';
import { memo } from 'react';
import { Link } from 'react-router';
import { AD_TITLE_ON_CARD } from '#contract/market/ads';
import { cut, formatPrice } from '../../platform/format/format.ts';
import { currentQuarter } from '../../platform/format/format-time.ts';
import { useDayText } from '../../platform/format/use-day-text.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { Cached } from '../../ui/cached.tsx';
import { UserPic } from '../../ui/user-pic.tsx';
import { FavoriteButton } from '../favorites/favorite-button.tsx';
import styles from './ad-card.module.css';
import { AdPhoto } from './ad-photo.tsx';
import { Price } from './price.tsx';
import { PublishedTime } from './published-time.tsx';

const SIZES =
  '(max-width: 48em) calc(50vw - 22px), (max-width: 74.9em) calc(33vw - 40px), clamp(312px, 20vw - 15px, 369px)';

export type CardAd = Pick<
  Board,
  | 'board_id'
  | 'board_user_id'
  | 'board_title'
  | 'board_price'
  | 'board_photos'
  | 'board_enabled'
  | 'board_archived'
  | 'board_state'
  | 'board_date_create'
  | 'owner_firstname'
  | 'owner_lastname'
  | 'owner_photo'
> &
  Partial<
    Pick<
      Board,
      | 'board_circle_only'
      | 'board_kind'
      | 'board_lent_until'
      | 'board_price_period'
      | 'board_price_drop'
      | 'board_district'
      | 'board_distance'
      | 'board_external'
      | 'board_promotion'
      | 'subscription_on_board'
      | 'muted_by'
    >
  > & {
    city: { name: string } | null;
  };

/** In the router state instead of the address, so that a copied link does not count as a promoted view. */
const PROMOTED = { promoted: 1 };

interface AdCardProps {
  ad: CardAd;
  /** The photo is the largest contentful paint (LCP) of the list. */
  isFirst?: boolean;
  isNear?: boolean;
  /** In the owner's lists the card shows neither the owner nor the state, which the list shows itself. */
  isOwn?: boolean;
  hasHeart?: boolean;
}

const OPEN: ReadonlySet<string> = new Set(['active', 'reserved']);

function StateLabel({ ad }: { ad: CardAd }) {
  const { board_state: state, board_kind: kind = 'sell', board_lent_until: until } = ad;
  const t = useText();
  const dayText = useDayText();
  if (state === 'active') return null;
  const isClosed = state === 'sold' && kind !== 'sell';
  return (
    <span className={styles.label} data-tone={state === 'reserved' ? 'gold' : undefined}>
      {until
        ? t('ads.lentUntil', { day: dayText(until) })
        : isClosed
          ? t('ads.card.closed')
          : t(state === 'reserved' || state === 'sold' ? `ads.card.${state}` : 'ads.card.gone')}
    </span>
  );
}

const DOT = '\u00a0· ';

function Meta({ ad }: { ad: CardAd }) {
  const t = useText();
  const place = [ad.city?.name, ad.board_district].filter(Boolean).join(', ');
  const away = ad.board_distance ? t('ads.card.distance', { km: ad.board_distance }) : '';
  return (
    <p className={styles.meta}>
      {place && (
        <span className={styles.place}>
          {place}
          <span className={styles.dot}>{DOT}</span>
        </span>
      )}
      {away && away + DOT}
      <PublishedTime at={ad.board_date_create} />
    </p>
  );
}

export const AdCard = memo(function AdCard({ isFirst = false, isNear = isFirst, ...props }: AdCardProps) {
  const { ad, isOwn = false, hasHeart = false } = props;
  const by = [ad, isOwn, hasHeart, currentQuarter()];
  return (
    <Cached
      as="article"
      name="ad card"
      // Photos that load at once are named in the head as well.
      by={isNear ? null : by}
      className={styles.card}
      data-off={!OPEN.has(ad.board_state) || undefined}
      data-lit={ad.board_promotion?.highlight || undefined}
    >
      <CardParts {...{ ad, isFirst, isNear, isOwn, hasHeart }} bodyBy={isNear ? by : null} />
    </Cached>
  );
});

function CardParts({ ad, isFirst, isNear, isOwn, hasHeart, bodyBy }: Required<AdCardProps> & { bodyBy: unknown }) {
  const t = useText();
  const favorite = ad.subscription_on_board;
  const promotion = ad.board_promotion;
  return (
    <>
      <div className={styles.photo}>
        <AdPhoto photo={ad.board_photos[0]} sizes={SIZES} isFirst={isFirst} isNear={isNear} />
        {promotion && (
          <span className={styles.promoted}>{t(promotion.advert ? 'ads.card.advert' : 'ads.card.promoted')}</span>
        )}
        {!promotion && ad.board_circle_only === 1 && <span className={styles.promoted}>{t('ads.card.circle')}</span>}
        {!isOwn && <StateLabel ad={ad} />}
      </div>
      <Cached as="div" name="ad card body" by={bodyBy} className={styles.body}>
        <CardBody ad={ad} isOwn={isOwn} />
      </Cached>
      {hasHeart && (
        <div className={styles.heart}>
          <FavoriteButton
            adId={ad.board_id}
            title={ad.board_title}
            isOn={favorite === undefined ? undefined : favorite === 1}
            size="card"
          />
        </div>
      )}
    </>
  );
}

function CardBody({ ad, isOwn }: Required<Pick<AdCardProps, 'ad' | 'isOwn'>>) {
  const t = useText();
  const lang = useLanguage();
  const title = ad.board_title;
  const owner = `${ad.owner_firstname} ${ad.owner_lastname}`.trim();
  const promotion = ad.board_promotion;
  const advert = promotion?.advert;
  return (
    <>
      {ad.board_kind !== undefined && ad.board_kind !== 'sell' && (
        <p className={styles.kind}>{t(`ads.kind.${ad.board_kind}`)}</p>
      )}
      <Price roubles={ad.board_price} kind={ad.board_kind} period={ad.board_price_period} className={styles.price} />
      {ad.board_price_drop !== undefined && (
        <p className={styles.drop}>{t('ads.card.drop', { price: formatPrice(lang, ad.board_price_drop) })}</p>
      )}
      <h3 className={styles.title}>
        <Link
          to={`/ad/${ad.board_id}`}
          // A pointer also rests on own ads that are being deleted, whose pages are gone by then.
          prefetch={isOwn ? 'none' : 'intent'}
          className={styles.link}
          state={promotion && PROMOTED}
          data-state={promotion && JSON.stringify(PROMOTED)}
          title={title.length > AD_TITLE_ON_CARD ? title : undefined}
        >
          {cut(title, AD_TITLE_ON_CARD)}
        </Link>
      </h3>
      <Meta ad={ad} />
      {!isOwn && (
        <p className={styles.owner}>
          <UserPic firstname={ad.owner_firstname} lastname={ad.owner_lastname} photo={ad.owner_photo} size={24} />
          <span className="clip1">{owner}</span>
        </p>
      )}
      {advert && (
        <p className={styles.external}>
          {advert.advertiser}, {t('ads.card.inn')} {advert.inn}, erid: {advert.erid}
        </p>
      )}
      {ad.board_external === 1 && <p className={styles.external}>{t('ads.card.external')}</p>}
    </>
  );
}

export function AdCardSkeleton() {
  return (
    <div aria-hidden="true" className={styles.skeleton}>
      <span className={styles.bonePhoto} />
      <span className={styles.bone} style={{ width: '42%', height: 18 }} />
      <span className={styles.bone} style={{ width: '86%', height: 14 }} />
      <span className={styles.bone} style={{ width: '56%', height: 12 }} />
    </div>
  );
}
