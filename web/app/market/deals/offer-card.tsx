import type { DealAction, Offer } from '@app/contract/market/deals';
import { Suspense, useState } from 'react';
import { dealsApi } from '#contract/market/deals';
import { loansApi } from '#contract/market/loans';
import { call } from '../../platform/call.ts';
import { formatPrice } from '../../platform/format/format.ts';
import { useDayText } from '../../platform/format/use-day-text.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { ButtonVariant } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import cardStyles from './deal-card.module.css';
import { DealActions, DealState, DealWords, useAnswered } from './deal-card.tsx';
import styles from './offer-card.module.css';
import { actionText, offerState } from './offer-state.ts';

const PriceDialog = lazyPart(async () => (await import('./price-dialog.tsx')).PriceDialog);
const LoanDialog = lazyPart(async () => (await import('./loans/loan-dialog.tsx')).LoanDialog);
const ReviewDialog = lazyPart(async () => (await import('./review-dialog.tsx')).ReviewDialog);
const DealQuestion = lazyPart(async () => (await import('./deal-question.tsx')).DealQuestion);

const LOOKS: Readonly<Record<DealAction, ButtonVariant>> = {
  accept: 'primary',
  counter: 'plain',
  decline: 'quiet',
  withdraw: 'quiet',
  confirm: 'primary',
  return: 'primary',
  change_day: 'plain',
  cancel: 'quiet',
  review: 'primary',
};

interface OfferCardProps {
  offer: Offer;
  photo: string | null;
  /** Of the ad; '' once nobody can open it. */
  link: string;
  /** Called after the reader changed something. */
  onChanged?: () => void;
}

/** An offer in a chat, with what the reader may do now. News of the other person come with the message. */
export function OfferCard({ offer: sent, photo, link, onChanged }: OfferCardProps) {
  const t = useText('deals');
  const [offer, receive] = useAnswered(sent, onChanged);
  const [asked, setAsked] = useState<DealAction | null>(null);
  const { isSending, submit } = useSubmit();

  function press(action: DealAction): void {
    if (action === 'accept' || action === 'decline' || action === 'withdraw')
      void submit(async () => receive(await call(dealsApi[action], { params: { id: offer.id } })));
    // Of the borrower this is only news: the owner is asked.
    else if (action === 'return' && offer.role === 'buyer')
      void submit(async () => receive(await call(loansApi.return, { params: { id: offer.deal_id } })));
    else setAsked(action);
  }

  return (
    <div className={cardStyles.card}>
      <div className={styles.head}>
        {photo && (
          <span className={styles.photo}>
            <img src={photo} alt="" loading="lazy" />
          </span>
        )}
        <Terms offer={offer} link={link} />
      </div>
      <DealState {...offerState(t, offer)} />
      {offer.actions.length > 0 && (
        <DealActions
          actions={offer.actions}
          looks={LOOKS}
          textOf={(action) => actionText(t, offer, action)}
          isSending={isSending}
          onPress={press}
        />
      )}
      {asked !== null && <Asked action={asked} offer={offer} onReceive={receive} onClose={() => setAsked(null)} />}
    </div>
  );
}

interface TermsProps {
  offer: Offer;
  link: string;
}

function Terms({ offer, link }: TermsProps) {
  const t = useText('deals');
  const lang = useLanguage();
  const dayText = useDayText();
  const { price, board_price, title, loan } = offer;
  const isChange = offer.state === 'open' && offer.deal_state === 'accepted';
  if (loan)
    return (
      <DealWords kind={t(isChange ? 'deals.loan.day.title' : 'deals.loan.title')} title={title} link={link}>
        <b className={styles.price}>{t('deals.loan.until', { day: dayText(loan.return_on) })}</b>
      </DealWords>
    );
  return (
    <DealWords kind={t(price === 0 ? 'deals.offer.drawn' : 'deals.offer.title')} title={title} link={link}>
      <b className={styles.price}>{price === 0 ? t('ads.price.free') : formatPrice(lang, price)}</b>
      {board_price > 0 && board_price !== price && (
        <small>{t('deals.offer.instead', { price: formatPrice(lang, board_price) })}</small>
      )}
    </DealWords>
  );
}

interface AskedProps {
  action: DealAction;
  offer: Offer;
  onReceive: (offer: Offer) => void;
  onClose: () => void;
}

/** The dialog of an action that asks something first. */
function Asked({ action, offer, onReceive, onClose }: AskedProps) {
  const { id, deal_id, price, loan } = offer;
  const onCountered = () => onReceive({ ...offer, state: 'countered', actions: [] });
  return (
    <Suspense>
      {action === 'counter' && loan === undefined && (
        <PriceDialog about={{ offer_id: id }} price={price} onSent={onCountered} onClose={onClose} />
      )}
      {action === 'counter' && loan && (
        <LoanDialog about={{ offer_id: id }} day={loan.return_on} onSent={onCountered} onClose={onClose} />
      )}
      {action === 'change_day' && (
        <LoanDialog
          about={{ deal_id }}
          day={loan?.return_on ?? ''}
          onSent={() => onReceive({ ...offer, actions: offer.actions.filter((each) => each !== 'change_day') })}
          onClose={onClose}
        />
      )}
      {action === 'review' && (
        <ReviewDialog
          dealId={deal_id}
          onSent={({ stars }) => onReceive({ ...offer, my_stars: stars, actions: [] })}
          onClose={onClose}
        />
      )}
      {(action === 'confirm' || action === 'cancel' || action === 'return') && (
        <DealQuestion what={action} offer={offer} onDone={onReceive} onClose={onClose} />
      )}
    </Suspense>
  );
}
