import { IconCalendarDue, IconTag } from 'virtual:icons';
import type { Board } from '@app/contract/market/ads';
import { Link, useNavigate } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { LoanButton } from './loans/loan-button.tsx';
import { OfferButton } from './offer-button.tsx';

/**
 * «Предложить цену», or «Попросить на время», on the page of an ad. The offer goes into the chat with the seller, which
 * opens then.
 */
export function OfferEntry({ ad, isSignedIn }: { ad: Board; isSignedIn: boolean }) {
  const t = useText('ad-page');
  const navigate = useNavigate();
  const look = button('plain', 'wide');
  const isLoan = ad.board_kind === 'lend';
  const words = t(isLoan ? 'ads.loan.ask' : 'ad-page.offer');
  const onSent = () => void navigate(`/conversation/${ad.board_user_id}`);
  if (!isSignedIn) {
    const EntryIcon = isLoan ? IconCalendarDue : IconTag;
    return (
      <Link to={`/auth?next=/ad/${ad.board_id}`} rel="nofollow" className={look}>
        <EntryIcon size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {words}
      </Link>
    );
  }
  if (isLoan)
    return (
      <LoanButton adId={ad.board_id} day={ad.board_return_on ?? ''} className={look} onSent={onSent}>
        {words}
      </LoanButton>
    );
  return (
    <OfferButton adId={ad.board_id} price={ad.board_price} className={look} onSent={onSent}>
      {words}
    </OfferButton>
  );
}
