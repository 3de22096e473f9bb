import type { Board } from '@app/contract/market/ads';
import type { CardAd } from './ad-card.tsx';

/** Returns the seller's name; staff may name another author for an ad from elsewhere. */
export function authorOf(ad: Board): Pick<Board, 'owner_firstname' | 'owner_lastname' | 'owner_photo'> {
  if (ad.board_external === 1 && ad.user_firstname)
    return { owner_firstname: ad.user_firstname, owner_lastname: '', owner_photo: ad.user_photo || null };
  return { owner_firstname: ad.owner_firstname, owner_lastname: ad.owner_lastname, owner_photo: ad.owner_photo };
}

/** Reduces an ad to what its card shows: other fields would be sent twice, in the HTML and in the page's data. */
export function toCard(ad: Board): CardAd {
  return {
    board_id: ad.board_id,
    board_user_id: ad.board_user_id,
    board_title: ad.board_title,
    board_price: ad.board_price,
    board_photos: ad.board_photos.slice(0, 1),
    board_enabled: ad.board_enabled,
    board_archived: ad.board_archived,
    board_state: ad.board_state,
    board_date_create: ad.board_date_create,
    ...authorOf(ad),
    city: ad.city && { name: ad.city.name },
    // Fields that most ads lack are omitted to keep the data small.
    ...(ad.board_district !== '' && { board_district: ad.board_district }),
    ...(ad.board_distance && { board_distance: ad.board_distance }),
    ...(ad.board_external === 1 && { board_external: 1 }),
    ...(ad.board_kind !== 'sell' && { board_kind: ad.board_kind }),
    ...(ad.board_lent_until && { board_lent_until: ad.board_lent_until }),
    ...(ad.board_price_period && { board_price_period: ad.board_price_period }),
    ...(ad.board_circle_only === 1 && { board_circle_only: 1 }),
    ...(ad.board_promotion && { board_promotion: ad.board_promotion }),
    ...(ad.subscription_on_board !== undefined && { subscription_on_board: ad.subscription_on_board }),
    ...(ad.board_price_drop && { board_price_drop: ad.board_price_drop }),
    ...(ad.muted_by && { muted_by: ad.muted_by }),
  };
}
