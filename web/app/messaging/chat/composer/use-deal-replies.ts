import type { AdDeal } from '@app/contract/market/ads';
import type { ChatCard } from '@app/contract/messaging/chat';
import { adOwnerApi } from '#contract/market/ad-owner';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { AdTalk } from '../engine/ad-talk.ts';

const DEALS = ['open', 'reserved', 'sold'] as const satisfies readonly AdDeal[];

interface DealHandlers {
  onSend: (words: string) => Promise<void>;
  onDone: () => void;
}

/**
 * Replies of a seller that also change the state of the ad, and the function that gives one. A reply that was given is
 * not offered again, and none while the seller waits for an answer.
 */
export function useDealReplies(ad: ChatCard | null, talk: AdTalk, { onSend, onDone }: DealHandlers) {
  const t = useText('composer');
  // A message that was not queued has shown its error.
  const { submit } = useSubmit({ fallback: t('composer.deal.failed'), onError: (error) => !isApiError(error) });
  const state = ad?.mine === 1 && ad.ad_state !== 'archived' ? ad.ad_state : undefined;
  if (ad === null || state === undefined || (talk.hasWritten && !talk.isMyTurn)) return [];
  // Only things for sale are sold.
  const kind = ad.topic === undefined ? '' : 'other.';
  const before = state === 'active' ? 'open' : state;

  async function setDeal(deal: AdDeal): Promise<void> {
    if (ad === null) return;
    await call(adOwnerApi.setDeal, { body: { board_id: ad.id, deal } });
    onDone();
  }

  async function reply(deal: AdDeal, words: string): Promise<void> {
    if (deal !== before) await setDeal(deal);
    await onSend(words);
    if (deal === before) return;
    toast.success(t(`composer.deal.${kind}${deal}.done`), {
      action: { label: t('composer.deal.undo'), onPress: () => void submit(() => setDeal(before)) },
    });
  }

  return DEALS.map((deal) => ({ deal, words: t(`composer.deal.${kind}${deal}`) }))
    .filter(({ words }) => !talk.said.has(words))
    .map(({ deal, words }) => ({ words, give: () => void submit(() => reply(deal, words)) }));
}
