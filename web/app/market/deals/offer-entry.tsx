import type { Board } from '@app/contract/market/ads';
import { IconTag } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { OfferButton } from './offer-button.tsx';

/** «Предложить цену» on the page of an ad. The offer goes into the chat with the seller, which opens then. */
export function OfferEntry({ ad, isSignedIn }: { ad: Board; isSignedIn: boolean }) {
  const t = useText('ad-page');
  const navigate = useNavigate();
  const look = button('plain', 'wide');
  if (!isSignedIn) {
    return (
      <Link to={`/auth?next=/ad/${ad.board_id}`} rel="nofollow" className={look}>
        <IconTag size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {t('ad-page.offer')}
      </Link>
    );
  }
  return (
    <OfferButton
      adId={ad.board_id}
      price={ad.board_price}
      className={look}
      onSent={() => void navigate(`/conversation/${ad.board_user_id}`)}
    >
      {t('ad-page.offer')}
    </OfferButton>
  );
}
