import type { Board } from '@app/contract/market/ads';
import type { DealFigures } from '@app/contract/market/deals';
import { dayNumberOf } from '@app/contract/platform/time-zones';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { formatIn, formatRating, formatTime } from '../../../platform/format/format.ts';
import { formatMonth } from '../../../platform/format/format-month.ts';
import { readerZone } from '../../../platform/format/reader-zone.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import { DealRating } from '../../deals/deal-rating.tsx';
import { authorOf } from '../to-card.ts';
import type { MutualFriendsCard } from './mutual-friends.tsx';
import styles from './seller.module.css';

export interface SellerCard {
  /** Name of the company that the account belongs to; empty for people. */
  company: string;
  /** Average of the ratings in comments, and their number. */
  rating: number | null;
  ratingCount: number;
  /** What the deals of the seller say; null when it was not loaded. */
  deals: DealFigures | null;
  adsCount: number;
  since: string;
  /** Whether the viewer may message the seller; true for guests, for whom this is unknown. */
  mayWrite: boolean;
  /** Whether the viewer may call the seller; false for guests. */
  mayCall: boolean;
  follow: { isOn: boolean; count: number } | null;
  /** Friends of both; absent for guests, and where the seller does not show friends to the viewer. */
  mutual?: MutualFriendsCard | undefined;
}

/** Of comments on ads, which anybody may write; the figure of deals stands beside it under its own name. */
function Rating({ rating, count }: { rating: number | null; count: number }) {
  const t = useText('ad-page');
  const lang = useLanguage();
  const shown = rating === null ? '—' : formatRating(lang, rating);
  const words = rating === null ? t('ad-page.seller.noRating') : t('ad-page.seller.rating', { rating: shown });
  return (
    <p className={styles.rating}>
      <span className={styles.stars} style={{ '--rating': rating ?? 0 } as CSSProperties} aria-hidden="true">
        ★★★★★
      </span>
      <span className="sr">{words}</span>
      <span aria-hidden="true" title={rating === null ? words : undefined}>
        {shown}
      </span>
      {count > 0 && <span className="caption">{t('ad-page.seller.comments', { count })}</span>}
    </p>
  );
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' };
const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;
/** Reply times up to an hour are rounded up to these minutes. */
const REPLY_STEPS = [10, 30] as const;

function ReplyTime({ minutes }: { minutes: number }) {
  const t = useText('ad-page');
  const step = REPLY_STEPS.find((each) => minutes <= each);
  const hours = Math.ceil(minutes / MINUTES_PER_HOUR);
  return (
    <p className="caption">
      {step !== undefined
        ? t('ad-page.seller.reply.minutes', { count: step })
        : hours <= HOURS_PER_DAY
          ? t('ad-page.seller.reply.hours', { count: hours })
          : t('ad-page.seller.reply.long')}
    </p>
  );
}

function Hours({ hours: { open, changes } }: { hours: NonNullable<Board['board_seller_hours']> }) {
  const t = useText('ad-page');
  const lang = useLanguage();
  if (changes === null) return open === 1 ? <p className="caption">{t('ad-page.seller.hours.open')}</p> : null;
  const { timeZone } = readerZone();
  const time = formatTime(changes);
  const days = dayNumberOf(Date.parse(changes), timeZone) - dayNumberOf(Date.now(), timeZone);
  const from =
    days === 0
      ? t('ad-page.seller.hours.from', { time })
      : days === 1
        ? t('ad-page.seller.hours.tomorrow', { time })
        : t('ad-page.seller.hours.later', {
            time,
            day: formatIn(timeZone, lang, 'day', DAY).format(Date.parse(changes)),
          });
  return (
    // On a first visit the zone of the reader may become known before the page is hydrated.
    <p className={styles.hours} data-open={open === 1 || undefined} suppressHydrationWarning>
      {open === 1 ? t('ad-page.seller.hours.until', { time }) : from}
    </p>
  );
}

export function Seller({ ad, seller }: { ad: Board; seller: SellerCard | null }) {
  const t = useText('ad-page');
  const lang = useLanguage();
  const isExternal = ad.board_external === 1;
  const { owner_firstname: firstname, owner_lastname: lastname, owner_photo: photo } = authorOf(ad);
  const name = `${firstname} ${lastname}`.trim();
  return (
    <div className={styles.seller}>
      <UserPic firstname={firstname} lastname={lastname} photo={photo} size={52} />
      <div className={styles.words}>
        <p className={styles.name}>
          {isExternal ? name : <Link to={`/user/${ad.board_user_id}`}>{seller?.company || name}</Link>}
        </p>
        {seller?.company && <p className="caption">{name}</p>}
        {isExternal ? (
          <p className={styles.rating}>{t('ad-page.seller.external')}</p>
        ) : (
          seller && (
            <>
              {seller.deals && (
                <DealRating
                  userId={ad.board_user_id}
                  figures={seller.deals}
                  none={<p className="caption">{t('ad-page.seller.noReviews')}</p>}
                />
              )}
              {(seller.rating !== null || !seller.deals?.count) && (
                <Rating rating={seller.rating} count={seller.ratingCount} />
              )}
              {ad.board_seller_hours && <Hours hours={ad.board_seller_hours} />}
              {seller.deals?.reply_minutes != null && <ReplyTime minutes={seller.deals.reply_minutes} />}
              <p className="caption">{t('ad-page.seller.sinceMonth', { month: formatMonth(lang, seller.since) })}</p>
            </>
          )
        )}
      </div>
      {!isExternal && seller !== null && seller.adsCount > 0 && (
        <Link to={`/user/${ad.board_user_id}/ads`} className={styles.all}>
          {t('ad-page.seller.ads', { count: seller.adsCount })}
        </Link>
      )}
    </div>
  );
}
