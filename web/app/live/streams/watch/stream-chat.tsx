import {
  IconArrowDown,
  IconMessageOff,
  IconMessagePlus,
  IconSend2,
  IconTrash,
  IconUser,
  IconUsers,
} from 'virtual:icons';
import type { Stream, StreamMessage, StreamReaction } from '@app/contract/live/streams';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { STREAM_MESSAGE_MAX, streamsApi } from '#contract/live/streams';
import { call } from '../../../platform/call.ts';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { FloatingMenu, MenuAction } from '../../../publishing/music/floating-menu.tsx';
import { button } from '../../../ui/button.ts';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { useLogScroll } from '../../../ui/list/use-log-scroll.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { streamPath } from '../stream-address.ts';
import { ReactionBar } from './reactions.tsx';
import styles from './stream-chat.module.css';
import { StreamMessageRow } from './stream-message-row.tsx';

const SECOND_MS = 1000;

interface StreamChatProps {
  stream: Stream;
  messages: readonly StreamMessage[];
  hasOlder: boolean;
  isLoading: boolean;
  failure: string | null;
  muted: ReadonlySet<number>;
  viewerId: number | undefined;
  onOlder: () => void;
  onSent: (message: StreamMessage) => void;
  onDeleted: (id: number) => void;
  onReact: (kind: StreamReaction) => void;
}

export function StreamChat(props: StreamChatProps) {
  const { stream, messages, hasOlder, isLoading, failure, muted, viewerId } = props;
  const t = useText('streams');
  const lang = useLanguage();
  const [open, setOpen] = useState<StreamMessage | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isHost = stream.own === 1;

  const { isAway, toEnd, place } = useLogScroll(`${messages[0]?.id} ${messages.at(-1)?.id}`, () => {
    if (hasOlder && failure === null) props.onOlder();
  });

  return (
    <aside className={`card ${styles.chat}`} aria-label={t('streams.chat')}>
      <header>
        <h2>{t('streams.chat')}</h2>
        <span className={`dim num ${styles.count}`} title={t('streams.viewers', { count: stream.viewers })}>
          <IconUsers size={17} stroke={ICON_STROKE} aria-hidden="true" />
          <span aria-hidden="true">{formatNumber(lang, stream.viewers)}</span>
          <span className="sr">{t('streams.viewers', { count: stream.viewers })}</span>
        </span>
      </header>
      <div className={styles.place}>
        <div
          {...place}
          className={styles.log}
          role="log"
          aria-label={t('streams.chat.log')}
          aria-busy={isLoading}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too
          tabIndex={0}
        >
          {failure !== null && (
            <p className={styles.note} role="alert">
              {failure || t('streams.chat.loadFailed')} <TextButton text={t('frame.retry')} onClick={props.onOlder} />
            </p>
          )}
          {messages.length === 0 ? (
            <p className={styles.empty}>{t('streams.chat.empty')}</p>
          ) : (
            <ul>
              {messages.map((message) => (
                <StreamMessageRow
                  key={message.id}
                  message={message}
                  hasMenu={viewerId !== undefined && (isHost || message.mine === 1)}
                  isMuted={isHost && muted.has(message.user_id)}
                  opener={open?.id === message.id ? opener : undefined}
                  onOpen={setOpen}
                />
              ))}
            </ul>
          )}
        </div>
        {isAway && (
          <IconButton
            icon={IconArrowDown}
            label={t('streams.chat.down')}
            size={20}
            className={styles.down}
            onClick={toEnd}
          />
        )}
      </div>
      {viewerId !== undefined && stream.is_active === 1 && <ReactionBar onReact={props.onReact} />}
      <Composer stream={stream} viewerId={viewerId} onSent={props.onSent} />
      {open !== null && (
        <MessageMenu
          stream={stream}
          message={open}
          isMuted={muted.has(open.user_id)}
          anchor={opener}
          onDeleted={props.onDeleted}
          onClose={() => setOpen(null)}
        />
      )}
    </aside>
  );
}

interface MessageMenuProps {
  stream: Stream;
  message: StreamMessage;
  isMuted: boolean;
  anchor: RefObject<HTMLElement | null>;
  onDeleted: (id: number) => void;
  onClose: () => void;
}

function MessageMenu({ stream, message, isMuted, anchor, onDeleted, onClose }: MessageMenuProps) {
  const t = useText('streams');
  const navigate = useNavigate();
  const name = message.firstname;
  const { stream_id } = stream;
  const { submit } = useSubmit({ fallback: t('frame.error.network') });

  async function remove(): Promise<void> {
    await call(streamsApi.deleteMessage, { params: { id: stream_id, message_id: message.id } });
    onDeleted(message.id);
  }

  async function mute(): Promise<void> {
    const { muted } = await call(streamsApi.mute, {
      params: { id: stream_id },
      body: { user_id: message.user_id, muted: isMuted ? 0 : 1 },
    });
    toast.success(t(muted === 1 ? 'streams.chat.muted.done' : 'streams.chat.unmuted.done', { name }));
  }

  return (
    <FloatingMenu label={t('streams.chat.menu', { name })} anchor={anchor} onClose={onClose}>
      <MenuAction icon={IconTrash} text={t('streams.chat.delete')} onPress={() => void submit(remove)} />
      {stream.own === 1 && message.mine === 0 && (
        <MenuAction
          icon={isMuted ? IconMessagePlus : IconMessageOff}
          text={t(isMuted ? 'streams.chat.unmute' : 'streams.chat.mute')}
          onPress={() => void submit(mute)}
        />
      )}
      {stream.own === 0 && (
        <MenuAction
          icon={IconUser}
          text={t('streams.chat.profile')}
          onPress={() => void navigate(`/user/${message.user_id}`)}
        />
      )}
    </FloatingMenu>
  );
}

interface ComposerProps {
  stream: Stream;
  viewerId: number | undefined;
  onSent: (message: StreamMessage) => void;
}

function useWait(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) setUntil(0);
    }, SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [until]);
  const left = until === 0 ? 0 : Math.max(0, Math.ceil((until - now) / SECOND_MS));
  return [left, (seconds) => setUntil(Date.now() + seconds * SECOND_MS)];
}

function Composer({ stream, viewerId, onSent }: ComposerProps) {
  const t = useText('streams');
  const [text, setText] = useState('');
  const [left, wait] = useWait();
  const { isSending, submit } = useSubmit({ fallback: t('streams.chat.failed') });
  if (viewerId === undefined)
    return (
      <Link to={`/auth?next=${encodeURIComponent(streamPath(stream))}`} className={button('light', 'wide')}>
        {t('streams.chat.signIn')}
      </Link>
    );
  if (stream.muted === 1) return <p className={styles.shut}>{t('streams.chat.muted')}</p>;
  const isSlow = stream.slow_seconds > 0 && stream.own === 0;

  function send(event: FormEvent): void {
    event.preventDefault();
    const message = text.trim();
    if (message === '' || left > 0) return;
    void submit(async () => {
      const sent = await call(streamsApi.sendMessage, { params: { id: stream.stream_id }, body: { message } });
      // Text typed during the request stays as the next message.
      setText((now) => (now.startsWith(text) ? now.slice(text.length) : now));
      onSent(sent);
      if (isSlow) wait(stream.slow_seconds);
    });
  }

  return (
    <form className={styles.form} onSubmit={send}>
      <input
        aria-label={t('streams.chat.field')}
        placeholder={t('streams.chat.placeholder')}
        maxLength={STREAM_MESSAGE_MAX}
        autoComplete="off"
        enterKeyHint="send"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button
        type="submit"
        className={styles.send}
        aria-label={t('streams.chat.send')}
        title={t('streams.chat.send')}
        aria-busy={isSending}
        disabled={left > 0}
      >
        {left > 0 ? (
          <span className="num">{left}</span>
        ) : (
          <IconSend2 size={21} stroke={ICON_STROKE} aria-hidden="true" />
        )}
      </button>
      {isSlow && (
        <p className={styles.slow} role="status">
          {left > 0
            ? t('streams.chat.slow', { seconds: left })
            : t('streams.chat.slow.on', { seconds: stream.slow_seconds })}
        </p>
      )}
    </form>
  );
}
