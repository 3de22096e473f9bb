import type { ChatCard } from '@app/contract/messaging/chat';
import { LoanButton } from '../../market/deals/loans/loan-button.tsx';
import { OfferButton } from '../../market/deals/offer-button.tsx';
import { useText } from '../../platform/i18n.tsx';
import { mayOffer } from './ad-state.ts';

interface AdOfferButtonProps {
  card: ChatCard;
  className: string;
  wordsClass?: string | undefined;
}

/** Offers a price for the ad of a chat, or asks for the loan; nothing where the ad takes neither. */
export function AdOfferButton({ card, className, wordsClass }: AdOfferButtonProps) {
  const t = useText('chat');
  if (!mayOffer(card)) return null;
  if (card.ad_kind === 'lend') {
    return (
      <LoanButton adId={card.id} day={card.return_on ?? ''} className={className}>
        <span className={wordsClass}>{t('ads.loan.ask')}</span>
      </LoanButton>
    );
  }
  return (
    <OfferButton adId={card.id} price={card.price ?? 0} className={className}>
      <span className={wordsClass}>{t('chat.offer')}</span>
    </OfferButton>
  );
}
