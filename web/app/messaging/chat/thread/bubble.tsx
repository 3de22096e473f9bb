import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconBellOff,
  IconBroadcast,
  IconCalendarEvent,
  IconCheck,
  IconChecks,
  IconExclamationCircle,
  IconMoon,
  IconMusic,
  IconPhoneIncoming,
  IconPhoneOff,
  IconPhoneOutgoing,
  IconPhoto,
  IconPinned,
  IconPlaylist,
  IconTag,
} from 'virtual:icons';
import type { ChatCard, Message } from '@app/contract/messaging/chat';
import { withoutMarks } from '@app/contract/messaging/message-marks';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { CardPrice } from '../../../market/ads/card-price.tsx';
import { formatTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { PlaylistCover } from '../../../publishing/music/playlists/playlist-cover.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { quietPart } from '../../../ui/lazy-part.ts';
import { largeEmoji } from '../../../ui/text/rich-text.tsx';
import { useTranslation } from '../../../ui/translation/use-translation.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import { formatTimer } from '../../calls/window/format-timer.ts';
import { isOffered, useAdStateText } from '../ad-state.ts';
import type { Reaction } from '../engine/actions.ts';
import type { Outgoing } from '../engine/chat-types.ts';
import { cancelSend, retrySend } from '../engine/send.ts';
import { Attachments, OutgoingFiles } from './attachments/attachments.tsx';
// The server renders cards of deals before their scripts, which bring the styles, arrive.
import '../../../market/deals/deal-card.module.css';
import '../../../market/deals/meetings/meeting-card.module.css';
import '../../../market/deals/offer-card.module.css';
import styles from './bubble.module.css';
import { LinkCardView } from './cards/link-card-view.tsx';
import { StreamStatusBadge } from './cards/stream-status-badge.tsx';
import { MessageText } from './message-text.tsx';
import type { ThreadItem, Tick } from './thread-items.ts';

type Reply = NonNullable<Message['reply']>;
type CallOfChat = NonNullable<Message['call']>;

// Most chats have no offer, and do without its texts.
const OfferCard = quietPart(async () => (await import('../../../market/deals/offer-card.tsx')).OfferCard);
const MeetingCard = quietPart(
  async () => (await import('../../../market/deals/meetings/meeting-card.tsx')).MeetingCard,
);
const CallAgainButton = quietPart(async () => (await import('../../calls/call-again-button.tsx')).CallAgainButton);

function Quote({ reply, isOwn, onPress }: { reply: Reply; isOwn: boolean; onPress?: () => void }) {
  const t = useText('chat');
  const { kind, content } = reply;
  const text =
    kind === 'gone' ? t('chat.reply.gone') : withoutMarks(content) || (kind === 'text' ? '' : t(`chat.kind.${kind}`));
  const name = isOwn ? t('chat.you') : reply.name;
  const inner = (
    <>
      <b>{name}</b>
      <span>{text}</span>
    </>
  );
  if (kind === 'gone' || onPress === undefined) return <div className={styles.quote}>{inner}</div>;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.quote}
      aria-label={`${t('chat.reply.to', { name })}. ${text}`}
      onClick={onPress}
    >
      {inner}
    </button>
  );
}

const CARD_ICONS = {
  ad: IconPhoto,
  publication: IconPhoto,
  track: IconMusic,
  playlist: IconPlaylist,
  stream: IconBroadcast,
  offer: IconTag,
  meeting: IconCalendarEvent,
};

function CardPhoto({ card }: { card: ChatCard }) {
  if (card.kind === 'user') return <UserPic firstname={card.title} lastname="" photo={card.photo} size={56} />;
  if (card.kind === 'playlist' && card.state !== 'gone')
    return <PlaylistCover id={card.id} image={card.photo} size={64} />;
  const Nothing = CARD_ICONS[card.kind];
  return (
    <span className={styles.cardPhoto} data-kind={card.kind}>
      {card.photo ? (
        <img src={card.photo} alt="" loading="lazy" />
      ) : (
        card.kind !== 'ad' && <Nothing size={26} stroke={1.5} aria-hidden="true" />
      )}
    </span>
  );
}

export function Card({ card }: { card: ChatCard }) {
  const t = useText('chat');
  const stateText = useAdStateText();
  if (card.offer)
    return (
      <Suspense fallback={<div className={styles.offerPlace} />}>
        <OfferCard offer={card.offer} photo={card.photo} link={card.link} />
      </Suspense>
    );
  if (card.meeting)
    return (
      <Suspense fallback={<div className={styles.offerPlace} />}>
        <MeetingCard meeting={card.meeting} link={card.link} />
      </Suspense>
    );
  const isGone = card.state === 'gone';
  const inner = (
    <>
      <CardPhoto card={card} />
      <span className={styles.cardWords}>
        {card.kind === 'ad' || card.kind === 'user' ? (
          // Told apart only by its look.
          <span className="sr">{t(card.kind === 'ad' ? 'chat.card.ad' : 'chat.card.person', { title: '' })}</span>
        ) : (
          <small>{t(`chat.card.kind.${card.kind}`)}</small>
        )}
        {card.price !== undefined && (
          <CardPrice roubles={card.price} kind={card.ad_kind} period={card.price_period} className={styles.price} />
        )}
        {card.title && (
          <span className={styles.cardTitle} data-kind={card.kind}>
            {card.title}
          </span>
        )}
        {card.about && <small>{card.about}</small>}
        {card.stream_state && !isGone && <StreamStatusBadge id={card.id} sent={card.stream_state} />}
        {isOffered(card) || (
          <small className={styles.state}>
            {isGone && card.kind !== 'ad' ? t('chat.card.hidden') : stateText(card)}
          </small>
        )}
      </span>
    </>
  );
  if (isGone) {
    return (
      <div className={styles.card} data-gone="">
        {inner}
      </div>
    );
  }
  return (
    <Link to={card.link} className={styles.card} data-off={card.state !== 'active' || undefined}>
      {inner}
    </Link>
  );
}

function Reactions({ message, onReact }: { message: Message; onReact: (reaction: Reaction | null) => void }) {
  const t = useText('chat');
  if (message.reactions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: presses, not fields
    <div className={styles.reactions} role="group" aria-label={t('chat.reactions')}>
      {message.reactions.map(({ reaction, count, mine }) => (
        <button
          key={reaction}
          type="button"
          className={styles.reaction}
          aria-pressed={mine === 1}
          aria-label={t('chat.reaction.count', { reaction, count })}
          onClick={() => onReact(mine === 1 ? null : reaction)}
        >
          <span aria-hidden="true">{reaction}</span>
          {count > 1 && (
            <span className="num" aria-hidden="true">
              {count}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function TickMark({ tick }: { tick: Tick }) {
  const t = useText('chat');
  const name = t(`chat.tick.${tick}`);
  if (tick === 'sending') {
    return (
      <span role="img" aria-label={name} title={name}>
        …
      </span>
    );
  }
  const shape = { size: 15, stroke: 2, role: 'img', 'aria-label': name } as const;
  if (tick === 'failed') return <IconExclamationCircle {...shape} className={styles.failed} />;
  return tick === 'sent' ? <IconCheck {...shape} /> : <IconChecks {...shape} data-tick={tick} />;
}

function Meta({ item, tick }: { item: ThreadItem; tick: Tick }) {
  const t = useText('chat');
  const { message } = item;
  return (
    <span className={`${styles.at} num`}>
      {message?.pinned === 1 && <IconPinned size={14} stroke={2} role="img" aria-label={t('chat.pinned')} />}
      {message?.silent === 1 && item.mine && (
        <IconBellOff size={13} stroke={2} role="img" aria-label={t('chat.silent')} />
      )}
      {message?.edited && <span>{t('chat.edited')}</span>}
      {/* On a first visit the zone of the reader may become known before the thread is hydrated. */}
      <time dateTime={item.timestamp} suppressHydrationWarning>
        {formatTime(item.timestamp)}
      </time>
      {item.mine && (message === null || message.kind === 'message') && <TickMark tick={tick} />}
    </span>
  );
}

function Warnings({ warnings }: { warnings: Message['warnings'] }) {
  const t = useText('chat');
  return warnings.map((warning) => (
    <p key={warning} className={styles.warning}>
      <IconAlertTriangle size={17} stroke={ICON_STROKE} aria-hidden="true" />
      {t(`chat.warning.${warning}`)}
    </p>
  ));
}

function FailedMessage({ outgoing }: { outgoing: Outgoing }) {
  const t = useText('chat');
  return (
    <div className={styles.undelivered} role="alert">
      <span>{outgoing.failure || t('chat.tick.failed')}</span>
      <button type="button" className="link" onClick={() => void retrySend(outgoing.key)}>
        {t('chat.failed.retry')}
      </button>
      <button type="button" className="link" onClick={() => void cancelSend(outgoing.key)}>
        {t('chat.failed.delete')}
      </button>
    </div>
  );
}

function MissedCall({ mine, callerId }: { mine: boolean; callerId: number }) {
  const t = useText('chat');
  return (
    <div className={styles.missed}>
      <IconPhoneOff size={19} stroke={ICON_STROKE} aria-hidden="true" />
      {t(mine ? 'chat.call.unanswered' : 'chat.kind.missed_call')}
      {!mine && (
        <Suspense>
          <CallAgainButton userId={callerId} className="link" />
        </Suspense>
      )}
    </div>
  );
}

function SettledCall({ call: { user_id, declined, duration_s }, mine }: { call: CallOfChat; mine: boolean }) {
  const t = useText('chat');
  const Icon = declined === 1 ? IconPhoneOff : mine ? IconPhoneOutgoing : IconPhoneIncoming;
  const way = mine ? 'out' : 'in';
  return (
    <div className={styles.call}>
      <Icon size={19} stroke={ICON_STROKE} aria-hidden="true" />
      {t(declined === 1 ? 'chat.call.declined' : `chat.call.${way}`)}
      {declined === 0 && <span className="num">{formatTimer(duration_s)}</span>}
      <Suspense>
        <CallAgainButton userId={user_id} className="link" />
      </Suspense>
    </div>
  );
}

export interface BubbleProps {
  item: ThreadItem;
  tick: Tick;
  viewerId: number;
  name: string;
  /** The sender is a friend: links open without the warning page. */
  isTrusted: boolean;
  /** The current state of the message's card, newer than in the message. */
  about: ChatCard | null;
  onQuote: (reply: Reply) => void;
  onReact: (message: Message, reaction: Reaction | null) => void;
}

export function Bubble({ item, tick, viewerId, name, isTrusted, about, onQuote, onReact }: BubbleProps): ReactNode {
  const t = useText('chat');
  const { message, outgoing } = item;
  const content = message?.content ?? outgoing?.content ?? '';
  const translation = useTranslation(item.mine || content === '' ? [] : [content]);
  const reply = message?.reply ?? outgoing?.replyTo ?? null;
  const files = message?.attachments ?? [];
  const card = message?.card ?? null;
  const kinds = outgoing ? outgoing.files.map(({ kind }) => kind) : files.map(({ kind }) => kind);
  const emoji = kinds.length === 0 && reply === null && card === null && !message?.forwarded ? largeEmoji(content) : 0;
  const isFramed = kinds.includes('image') || kinds.includes('video');
  return (
    <>
      <div className={styles.bubble} data-framed={isFramed || undefined} data-emoji={emoji || undefined}>
        {message?.automatic === 1 && (
          <p className={styles.forwarded}>
            <IconMoon size={15} stroke={2} aria-hidden="true" />
            <span>{t('chat.automatic')}</span>
          </p>
        )}
        {message?.forwarded && (
          <p className={styles.forwarded}>
            <IconArrowForwardUp size={15} stroke={2} aria-hidden="true" />
            <span>{t('chat.forwarded', { name: message.forwarded.name })}</span>
          </p>
        )}
        {reply && <Quote reply={reply} isOwn={reply.user_id === viewerId} onPress={() => onQuote(reply)} />}
        {card && <Card card={about ?? card} />}
        {message && message.kind === 'missed_call' && <MissedCall mine={item.mine} callerId={message.user.id} />}
        {message?.call && <SettledCall call={message.call} mine={item.mine} />}
        {files.length > 0 && <Attachments files={files} mine={item.mine} name={name} />}
        {outgoing && outgoing.files.length > 0 && <OutgoingFiles messageKey={outgoing.key} files={outgoing.files} />}
        {content && (
          <div ref={translation.ref} className={styles.text} lang={translation.lang}>
            <MessageText text={translation.show(content)} isTrusted={isTrusted || item.mine} />
          </div>
        )}
        {message?.link_card && <LinkCardView card={message.link_card} isTrusted={isTrusted || item.mine} />}
        <Meta item={item} tick={tick} />
        {translation.offer && <div className={styles.translation}>{translation.offer}</div>}
        {message && message.warnings.length > 0 && !item.mine && <Warnings warnings={message.warnings} />}
        {message && <Reactions message={message} onReact={(reaction) => onReact(message, reaction)} />}
      </div>
      {outgoing?.state === 'failed' && <FailedMessage outgoing={outgoing} />}
    </>
  );
}
