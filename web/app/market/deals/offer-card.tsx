import type { DealAction, Offer } from '@app/contract/market/deals';
import { Suspense, useState } from 'react';
import { dealsApi } from '#contract/market/deals';
import { call } from '../../platform/call.ts';
import { formatPrice } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { Text } from '../../platform/texts.ts';
import type { ButtonVariant } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import cardStyles from './deal-card.module.css';
import { DealActions, type DealCardState, DealState, DealWords, useAnswered } from './deal-card.tsx';
import styles from './offer-card.module.css';

const PriceDialog = lazyPart(async () => (await import('./price-dialog.tsx')).PriceDialog);
const ReviewDialog = lazyPart(async () => (await import('./review-dialog.tsx')).ReviewDialog);
const DealQuestion = lazyPart(async () => (await import('./deal-question.tsx')).DealQuestion);

const LOOKS: Readonly<Record<DealAction, ButtonVariant>> = {
  accept: 'primary',
  counter: 'plain',
  decline: 'quiet',
  withdraw: 'quiet',
  confirm: 'primary',
  cancel: 'quiet',
  review: 'primary',
};

function offerState(t: Text<'deals'>, offer: Offer): DealCardState {
  const { state, mine, obstacle, deal_state, confirmed, my_stars } = offer;
  if (state === 'open') {
    if (obstacle !== null) return { text: t(`deals.state.${obstacle}`), tone: 'off' };
    return { text: t(mine === 1 ? 'deals.state.waits.mine' : 'deals.state.waits'), tone: 'open' };
  }
  if (state !== 'accepted') return { text: t(`deals.state.${state}`), tone: 'off' };
  if (deal_state === 'done')
    return {
      text: my_stars === null ? t('deals.state.done') : t('deals.state.reviewed', { stars: my_stars }),
      tone: 'good',
    };
  if (confirmed.me === 1) return { text: t('deals.state.confirmed.me'), tone: 'good' };
  return { text: t(confirmed.other === 1 ? 'deals.state.confirmed.other' : 'deals.state.accepted'), tone: 'good' };
}

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
  const lang = useLanguage();
  const [offer, receive] = useAnswered(sent, onChanged);
  const [asked, setAsked] = useState<DealAction | null>(null);
  const { isSending, submit } = useSubmit();

  function press(action: DealAction): void {
    if (action === 'accept' || action === 'decline' || action === 'withdraw')
      void submit(async () => receive(await call(dealsApi[action], { params: { id: offer.id } })));
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
        <DealWords
          kind={t(offer.price === 0 ? 'deals.offer.drawn' : 'deals.offer.title')}
          title={offer.title}
          link={link}
        >
          <b className={styles.price}>{offer.price === 0 ? t('ads.price.free') : formatPrice(lang, offer.price)}</b>
          {offer.board_price > 0 && offer.board_price !== offer.price && (
            <small>{t('deals.offer.instead', { price: formatPrice(lang, offer.board_price) })}</small>
          )}
        </DealWords>
      </div>
      <DealState {...offerState(t, offer)} />
      {offer.actions.length > 0 && (
        <DealActions
          actions={offer.actions}
          looks={LOOKS}
          textOf={(action) => t(`deals.action.${action}`)}
          isSending={isSending}
          onPress={press}
        />
      )}
      <Suspense>
        {asked === 'counter' && (
          <PriceDialog
            about={{ offer_id: offer.id }}
            price={offer.price}
            onSent={() => receive({ ...offer, state: 'countered', actions: [] })}
            onClose={() => setAsked(null)}
          />
        )}
        {asked === 'review' && (
          <ReviewDialog
            dealId={offer.deal_id}
            onSent={({ stars }) => receive({ ...offer, my_stars: stars, actions: [] })}
            onClose={() => setAsked(null)}
          />
        )}
        {(asked === 'confirm' || asked === 'cancel') && (
          <DealQuestion what={asked} dealId={offer.deal_id} onDone={receive} onClose={() => setAsked(null)} />
        )}
      </Suspense>
    </div>
  );
}
