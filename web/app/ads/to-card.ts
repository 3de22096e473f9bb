import type { Board } from '@app/contract/ads';
import type { CardAd } from './ad-card.tsx';

/** Keep of an ad what its card shows: descriptions and further photos would travel twice, in the page and in its data. */
export function toCard(ad: Board): CardAd {
  return {
    board_id: ad.board_id,
    board_title: ad.board_title,
    board_price: ad.board_price,
    board_photos: ad.board_photos.slice(0, 1),
    board_enabled: ad.board_enabled,
    board_archived: ad.board_archived,
    board_date_create: ad.board_date_create,
    owner_firstname: ad.owner_firstname,
    owner_lastname: ad.owner_lastname,
    owner_photo: ad.owner_photo,
    city: ad.city && { name: ad.city.name },
  };
}
