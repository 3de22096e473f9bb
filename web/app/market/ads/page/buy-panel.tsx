import type { Board } from '@app/contract/market/ads';
import type { Draw } from '@app/contract/market/draws';
import { Suspense } from 'react';
import { OFFERED_AD_KINDS } from '#contract/market/ads';
import { useDayText } from '../../../platform/format/use-day-text.ts';
import { useText } from '../../../platform/i18n.tsx';
import { loadSlot } from '../../../platform/slots.ts';
import { quietPart } from '../../../ui/lazy-part.ts';
import { OfferEntry } from '../../deals/offer-entry.tsx';
import { FavoriteButton } from '../../favorites/favorite-button.tsx';
import { FollowButton } from '../../follows/follow-button.tsx';
import { OwnAdActions } from '../own/own-ad-actions.tsx';
import { Price } from '../price.tsx';
// Rendered by the server before the scripts of the part arrive, which bring the styles.
import '../../deals/draws/draw-panel.module.css';
import '../../deals/deal-form.module.css';
import styles from './buy-panel.module.css';
import { Contact } from './contact.tsx';
import { MutualFriends } from './mutual-friends.tsx';
import { Seller, type SellerCard } from './seller.tsx';
import { ShareButton } from './share-button.tsx';

const DrawPanel = quietPart(async () => (await import('../../deals/draws/draw-panel.tsx')).DrawPanel);
const CallButtons = quietPart(() => loadSlot('CallButtons'));

const sellerName = ({ owner_firstname, owner_lastname }: Board): string =>
  `${owner_firstname} ${owner_lastname}`.trim();

const mayOffer = ({ board_state, board_external, board_kind }: Board): boolean =>
  board_state === 'active' && board_external === 0 && (OFFERED_AD_KINDS.includes(board_kind) || board_kind === 'lend');

/** Things that are given away here are given by a draw. */
export const hasDraw = ({ board_kind, board_external }: Board): boolean =>
  board_kind === 'give' && board_external === 0;

interface BuyPanelProps {
  ad: Board;
  seller: SellerCard | null;
  /** Of an ad that `hasDraw`. */
  draw: Draw | null;
  isOwn: boolean;
  isSignedIn: boolean;
}

function DealLabel({ ad: { board_state: state, board_kind, board_lent_until: until } }: { ad: Board }) {
  const t = useText('ad-page');
  const dayText = useDayText();
  if (state !== 'reserved' && state !== 'sold') return null;
  return (
    <span className={styles.deal} data-tone={state}>
      {until
        ? t('ads.lentUntil', { day: dayText(until) })
        : t(state === 'sold' && board_kind !== 'sell' ? 'ad-page.state.closed' : `ad-page.state.${state}`)}
    </span>
  );
}

export function BuyPanel({ ad, seller, draw, isOwn, isSignedIn }: BuyPanelProps) {
  const t = useText('ad-page');
  const favorite = ad.subscription_on_board;
  return (
    <aside className={styles.panel} aria-label={t('ad-page.buy')}>
      <div className={styles.top}>
        <div className={styles.cost}>
          {ad.board_kind !== 'sell' && <p className={styles.kind}>{t(`ads.kind.${ad.board_kind}`)}</p>}
          <Price
            roubles={ad.board_price}
            kind={ad.board_kind}
            period={ad.board_price_period}
            className={styles.price}
          />
          <DealLabel ad={ad} />
        </div>
        <div className={styles.tools}>
          <ShareButton title={ad.board_title} adId={ad.board_id} isSignedIn={isSignedIn} />
          {!isOwn && (
            <FavoriteButton
              adId={ad.board_id}
              title={ad.board_title}
              isOn={favorite === undefined ? undefined : favorite === 1}
              size="panel"
            />
          )}
        </div>
      </div>
      <div className={styles.contact}>
        {isOwn ? (
          <OwnAdActions ad={ad} />
        ) : (
          <Contact
            key={ad.board_id}
            ad={ad}
            isSignedIn={isSignedIn}
            mayWrite={seller?.mayWrite ?? false}
            mayCall={seller?.mayCall ?? false}
          />
        )}
      </div>
      {!isOwn && mayOffer(ad) && seller?.mayWrite && (
        <div className={styles.offer}>
          <OfferEntry ad={ad} isSignedIn={isSignedIn} />
        </div>
      )}
      {hasDraw(ad) && (
        <Suspense>
          <DrawPanel
            key={ad.board_id}
            adId={ad.board_id}
            known={draw}
            ownerId={ad.board_user_id}
            isOwn={isOwn}
            isSignedIn={isSignedIn}
          />
        </Suspense>
      )}
      <div className={styles.seller}>
        <Seller ad={ad} seller={seller} />
        {!isOwn && seller?.mutual && (
          <MutualFriends userId={ad.board_user_id} name={sellerName(ad)} mutual={seller.mutual} />
        )}
        {!isOwn && isSignedIn && seller?.mayCall && ad.board_state !== 'sold' && (
          <div className={styles.calls}>
            <Suspense>
              <CallButtons person={{ id: ad.board_user_id, may_call: 1 }} place="panel" on="phone" adId={ad.board_id} />
            </Suspense>
          </div>
        )}
        {!isOwn && seller?.follow && (
          <div className={styles.subscribe}>
            <FollowButton
              key={ad.board_user_id}
              userId={ad.board_user_id}
              isOn={isSignedIn ? seller.follow.isOn : undefined}
              count={seller.follow.count}
            />
          </div>
        )}
        <p className={styles.number}>{t('ad-page.number', { number: String(ad.board_id) })}</p>
      </div>
    </aside>
  );
}
