import type { ChatCard } from '@app/contract/messaging/chat';

/** The key of the words for the state of an ad, in the texts of the chat. */
export function adStateKey({ state, ad_state }: Pick<ChatCard, 'state' | 'ad_state'>) {
  if (state === 'gone') return 'chat.card.gone';
  return `chat.card.${ad_state ?? state}` as const;
}

/** Whether the reader may offer a price for this ad of somebody else; the server decides. */
export const mayOffer = ({ kind, mine, state, ad_state }: ChatCard): boolean =>
  kind === 'ad' && mine === 0 && state === 'active' && ad_state === 'active';

export const isOffered = ({ state, ad_state }: Pick<ChatCard, 'state' | 'ad_state'>): boolean =>
  state === 'active' && ad_state !== 'reserved';
