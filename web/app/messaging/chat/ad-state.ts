import type { ChatCard } from '@app/contract/messaging/chat';
import { OFFERED_AD_KINDS } from '#contract/market/ads';

/** The key of the words for the state of an ad, in the texts of the chat. */
export function adStateKey({ state, ad_state, topic }: Pick<ChatCard, 'state' | 'ad_state' | 'topic'>) {
  if (state === 'gone') return 'chat.card.gone';
  if (ad_state === 'sold' && topic !== undefined) return 'chat.card.closed';
  return `chat.card.${ad_state ?? state}` as const;
}

/** Whether the reader may offer a price for this ad of somebody else; the server decides. */
export const mayOffer = ({ kind, mine, state, ad_state, ad_kind = 'sell' }: ChatCard): boolean =>
  kind === 'ad' && mine === 0 && state === 'active' && ad_state === 'active' && OFFERED_AD_KINDS.includes(ad_kind);

export const isOffered = ({ state, ad_state }: Pick<ChatCard, 'state' | 'ad_state'>): boolean =>
  state === 'active' && ad_state !== 'reserved';
