import type { ChatCard } from '@app/contract/messaging/chat';
import { OFFERED_AD_KINDS } from '#contract/market/ads';
import { useDayText } from '../../platform/format/use-day-text.ts';
import { useText } from '../../platform/i18n.tsx';

/** Names the state of an ad. */
export function useAdStateText(): (card: Pick<ChatCard, 'state' | 'ad_state' | 'lent_until' | 'topic'>) => string {
  const t = useText('chat');
  const dayText = useDayText();
  return ({ state, ad_state, lent_until, topic }) => {
    if (state === 'gone') return t('chat.card.gone');
    if (lent_until !== undefined) return t('ads.lentUntil', { day: dayText(lent_until) });
    return t(ad_state === 'sold' && topic !== undefined ? 'chat.card.closed' : `chat.card.${ad_state ?? state}`);
  };
}

/** Whether the reader may offer a price for this ad of somebody else, or ask for the loan; the server decides. */
export const mayOffer = ({ kind, mine, state, ad_state, ad_kind = 'sell' }: ChatCard): boolean =>
  kind === 'ad' &&
  mine === 0 &&
  state === 'active' &&
  ad_state === 'active' &&
  (OFFERED_AD_KINDS.includes(ad_kind) || ad_kind === 'lend');

export const isOffered = ({ state, ad_state }: Pick<ChatCard, 'state' | 'ad_state'>): boolean =>
  state === 'active' && ad_state !== 'reserved';
