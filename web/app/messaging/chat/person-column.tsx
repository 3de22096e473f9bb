import { type Icon, IconBan, IconSpeakerphone, IconStarFilled, IconTrash, IconUserCheck } from 'virtual:icons';
import type { ChatCard } from '@app/contract/messaging/chat';
import type { User } from '@app/contract/people/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AD_TITLE_ON_CARD } from '#contract/market/ads';
import { CardPrice } from '../../market/ads/card-price.tsx';
import { MeetingButton } from '../../market/deals/meetings/meeting-button.tsx';
import { cut, formatRating } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import { AdOfferButton } from './ad-offer-button.tsx';
import { isOffered, useAdStateText } from './ad-state.ts';
import type { ChatHeaderAction } from './chat-header-menu.tsx';
import styles from './person-column.module.css';
import { useUnblock } from './use-unblock.ts';

interface PersonColumnProps {
  person: User | null;
  user: { id: number; firstname: string; lastname: string; photo: string | null } | null;
  name: string;
  about: ChatCard | null;
  /** The reader's private note on the person. */
  note?: ReactNode;
  /** Whether the reader may propose a meeting about `about` now. */
  mayMeet?: boolean;
  isGone: boolean;
  isBlocked: boolean;
  hasChat: boolean;
  onAction: (action: ChatHeaderAction) => void;
}

function About({ card, meetsWith }: { card: ChatCard; meetsWith: number | null }) {
  const t = useText('chat');
  const stateText = useAdStateText();
  const inner = (
    <>
      <span className={styles.photo}>{card.photo && <img src={card.photo} alt="" width={232} height={145} />}</span>
      {card.price !== undefined && (
        <CardPrice roubles={card.price} kind={card.ad_kind} period={card.price_period} className={styles.price} />
      )}
      <span className={styles.title}>{cut(card.title, AD_TITLE_ON_CARD)}</span>
      {isOffered(card) || <span className={styles.badge}>{stateText(card)}</span>}
    </>
  );
  return (
    <section className={styles.about} aria-labelledby="dialog-about">
      <h3 id="dialog-about">{t('chat.column.about')}</h3>
      {card.state === 'gone' ? (
        <div data-off="">{inner}</div>
      ) : (
        <Link to={card.link} data-off={card.state !== 'active' || undefined} title={card.title}>
          {inner}
        </Link>
      )}
      <AdOfferButton card={card} className={`${button('plain', 'wide')} ${styles.ads}`} />
      {meetsWith !== null && (
        <MeetingButton adId={card.id} userId={meetsWith} className={`${button('plain', 'wide')} ${styles.ads}`}>
          {t('chat.meet')}
        </MeetingButton>
      )}
    </section>
  );
}

export function PersonColumn(props: PersonColumnProps) {
  const { person, user, name, about, note, mayMeet = false, isGone, isBlocked, hasChat, onAction } = props;
  const t = useText('chat', 'chats');
  const lang = useLanguage();
  const rating = person?.rating == null ? null : formatRating(lang, person.rating);
  const shown = person ?? user;
  const unblock = useUnblock(shown?.id ?? 0);
  const row = (Picture: Icon, name: 'block' | 'unblock' | 'delete', onPress: () => void) => (
    <button type="button" className={styles.row} data-danger={name === 'delete' || undefined} onClick={onPress}>
      <Picture size={19} stroke={ICON_STROKE} aria-hidden="true" />
      {t(`chats.do.${name}`)}
    </button>
  );
  return (
    <div className={styles.column}>
      <UserPic
        firstname={isGone ? '' : (shown?.firstname ?? '')}
        lastname={shown?.lastname ?? ''}
        photo={isGone ? null : shown?.photo}
        size={96}
      />
      <h2>{isGone || !shown ? name : <Link to={`/user/${shown.id}`}>{name}</Link>}</h2>
      {person?.position && <p className={styles.dim}>{person.position}</p>}
      {rating !== null && (
        <p className={styles.dim}>
          <IconStarFilled size={15} className={styles.star} aria-hidden="true" />
          <span className="sr">{t('chat.column.rating', { rating })}</span>
          <span aria-hidden="true">{rating}</span>
        </p>
      )}
      {!isGone && shown && (
        <Link to={`/user/${shown.id}/ads`} className={`${button('light', 'wide')} ${styles.ads}`}>
          <IconSpeakerphone size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('chat.column.ads', { count: person?.ads_count ?? 0 })}
        </Link>
      )}
      {about && about.kind === 'ad' && <About card={about} meetsWith={mayMeet ? (shown?.id ?? null) : null} />}
      {note && <div className={styles.note}>{note}</div>}
      <div className={styles.bottom}>
        {!isGone && isBlocked && row(IconUserCheck, 'unblock', () => void unblock())}
        {!isGone && !isBlocked && row(IconBan, 'block', () => onAction('blockChat'))}
        {hasChat && row(IconTrash, 'delete', () => onAction('deleteChat'))}
      </div>
    </div>
  );
}
