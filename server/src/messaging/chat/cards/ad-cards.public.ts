import type { ChatCard } from '@app/contract/messaging/chat';
import { loadSavedAds } from '../../../market/ads/saved-ads.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';

export async function presentAdCards(
  services: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
): Promise<Map<number, ChatCard>> {
  const cards = new Map<number, ChatCard>();
  for (const [id, ad] of await loadSavedAds(services.pool, viewer, ids)) {
    const isMine = ad.board_user_id === viewer.userId;
    const isHidden = !['active', 'reserved', 'sold'].includes(ad.board_state);
    const state = isMine && isHidden ? 'archived' : ad.board_state;
    if (state === 'gone' || state === 'disabled' || state === 'review' || state === 'blocked') continue;
    cards.set(id, {
      kind: 'ad',
      id,
      link: `/ad/${id}`,
      title: ad.board_title,
      about: ad.city?.name ?? '',
      photo: ad.board_photos[0]?.src_400 ?? null,
      price: ad.board_price,
      state: state === 'active' || state === 'reserved' ? 'active' : 'archived',
      ad_state: state,
      mine: isMine ? 1 : 0,
    });
  }
  return cards;
}
