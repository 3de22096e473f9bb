import type { Board } from '@app/contract/market/ads';
import type { ChatCard, ReplyTopic } from '@app/contract/messaging/chat';
import { loadSavedAds } from '../../../market/ads/saved-ads.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { getCategoryNames } from '../../../reference/reference.public.ts';

/** Icons of the categories of work and services: nothing is sold there. */
const JOB_ICONS: readonly string[] = ['briefcase', 'tool'];

export async function presentAdCards(
  services: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
): Promise<Map<number, ChatCard>> {
  const cards = new Map<number, ChatCard>();
  const [ads, categories] = await Promise.all([
    loadSavedAds(services.pool, viewer, ids),
    getCategoryNames(services.pool),
  ]);
  const jobs = new Set(categories.filter(({ icon }) => JOB_ICONS.includes(icon)).map(({ id }) => id));
  for (const [id, ad] of ads) {
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
      ad_kind: ad.board_kind,
      ...(ad.board_price_period && { price_period: ad.board_price_period }),
      ...(ad.board_return_on && { return_on: ad.board_return_on }),
      ...(ad.board_lent_until && { lent_until: ad.board_lent_until }),
      ...topicOf(ad, jobs),
      state: state === 'active' || state === 'reserved' ? 'active' : 'archived',
      ad_state: state,
      mine: isMine ? 1 : 0,
    });
  }
  return cards;
}

function topicOf({ board_kind: kind, category }: Board, jobs: ReadonlySet<number>): { topic?: ReplyTopic } {
  if (category !== null && jobs.has(category.id) && (kind === 'sell' || kind === 'buy')) return { topic: 'job' };
  return kind === 'sell' ? {} : { topic: kind };
}
