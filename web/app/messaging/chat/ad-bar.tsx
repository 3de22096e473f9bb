import { IconChevronRight } from 'virtual:icons';
import type { ChatCard } from '@app/contract/messaging/chat';
import { Link } from 'react-router';
import { PRICED_AD_KINDS } from '#contract/market/ads';
import { CardPrice } from '../../market/ads/card-price.tsx';
import { MeetingButton } from '../../market/deals/meetings/meeting-button.tsx';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { AdOfferButton } from './ad-offer-button.tsx';
import { useAdStateText } from './ad-state.ts';
import styles from './bars.module.css';

/** What the ad costs; where nothing is paid, what its owner wants. */
function AdCost({ card: { price, ad_kind: kind = 'sell', price_period: period, lent_until } }: { card: ChatCard }) {
  const t = useText('chat');
  const isPriced = PRICED_AD_KINDS.includes(kind);
  if (isPriced ? price === undefined : lent_until !== undefined) return null;
  return (
    <span className={styles.adFact}>
      <span aria-hidden="true">· </span>
      {isPriced ? (
        <CardPrice roubles={price ?? 0} kind={kind} period={period} className="num" />
      ) : (
        t(`ads.kind.${kind}`)
      )}
    </span>
  );
}

/**
 * The ad that the chat is about, where the column with the ad has no room. `meetsWith`: the person to whom the reader
 * may propose a meeting now.
 */
export function AdBar({ card, meetsWith }: { card: ChatCard; meetsWith: number | null }) {
  const t = useText('chat');
  const stateText = useAdStateText();
  const inner = (
    <>
      {card.photo && <img src={card.photo} alt="" width={36} height={36} className={styles.adPhoto} />}
      <span className={styles.adTitle}>{card.title}</span>
      <AdCost card={card} />
      <span className={styles.adFact} data-state={card.ad_state}>
        <span aria-hidden="true">· </span>
        {stateText(card)}
      </span>
    </>
  );
  return (
    <section className={`${styles.bar} ${styles.adBar}`} aria-label={t('chat.column.about')}>
      {card.state === 'gone' ? (
        <div className={styles.adLine}>{inner}</div>
      ) : (
        <Link to={card.link} className={styles.adLine}>
          {inner}
          <IconChevronRight size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </Link>
      )}
      <AdOfferButton card={card} className={button('light', 'small')} wordsClass={styles.offerWords} />
      {meetsWith !== null && (
        <MeetingButton adId={card.id} userId={meetsWith} className={button('light', 'small')}>
          <span className={styles.offerWords}>{t('chat.meet')}</span>
        </MeetingButton>
      )}
    </section>
  );
}
