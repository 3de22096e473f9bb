import type { ReplayedMessage } from '@app/contract/live/streams';
import { IconArrowDown, IconTrash, IconUser } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { streamsApi } from '#contract/live/streams';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatDuration } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../platform/root-data.ts';
import { FloatingMenu, MenuAction } from '../../../publishing/music/floating-menu.tsx';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './chat-replay.module.css';
import { messagesUntil } from './replay-state.ts';
import chat from './stream-chat.module.css';
import { StreamMessageRow } from './stream-message-row.tsx';
import { useReplay } from './use-replay.ts';

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;
/** Pixels from the end that still count as the end. */
const NEAR = 48;
/** The video position changes several times a second; the chat needs only this precision in milliseconds. */
const STEP_MS = 250;

interface ChatReplayProps {
  streamId: number;
  isHost: boolean;
  video: HTMLVideoElement | null;
}

/** Returns the video position in milliseconds. */
function usePlaybackPosition(video: HTMLVideoElement | null): number {
  const [positionMs, setPlace] = useState(0);
  useEffect(() => {
    if (video === null) return;
    const follow = (): void => setPlace(Math.floor((video.currentTime * 1000) / STEP_MS) * STEP_MS);
    follow();
    const events = ['timeupdate', 'seeking', 'seeked', 'ended'] as const;
    for (const event of events) video.addEventListener(event, follow);
    return () => {
      for (const event of events) video.removeEventListener(event, follow);
    };
  }, [video]);
  return positionMs;
}

export function ChatReplay({ streamId, isHost, video }: ChatReplayProps) {
  const t = useText('streams');
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const positionMs = usePlaybackPosition(video);
  const { part, failure, loadOlder, retry, remove } = useReplay(streamId, positionMs);
  const [open, setOpen] = useState<ReplayedMessage | null>(null);
  const [isAway, setAway] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const log = useRef<HTMLDivElement>(null);
  /** Pixels from the end; new messages must not move the visible ones. */
  const fromEnd = useRef(0);
  const visibleMessages = part === null ? [] : messagesUntil(part, positionMs);
  const isEmpty = part !== null && part.messages.length === 0 && !part.hasNewer;
  const [firstId, lastId] = [visibleMessages[0]?.id, visibleMessages.at(-1)?.id];

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows were added above or below
  useLayoutEffect(() => {
    const element = log.current;
    if (element === null) return;
    if (fromEnd.current < NEAR) element.scrollTop = element.scrollHeight;
    else element.scrollTop = element.scrollHeight - element.clientHeight - fromEnd.current;
  }, [firstId, lastId]);

  function jump({ place_ms }: ReplayedMessage): void {
    if (video === null) return;
    video.currentTime = place_ms / 1000;
  }

  return (
    <aside className={`${chat.chat} ${styles.replay}`} aria-label={t('streams.chat')}>
      <header>
        <h2>{t('streams.chat')}</h2>
      </header>
      <div className={chat.place}>
        <div
          ref={log}
          className={chat.log}
          role="log"
          aria-label={t('streams.chat.log')}
          aria-busy={part === null && failure === null}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too
          tabIndex={0}
          onScroll={({ currentTarget }) => {
            fromEnd.current = currentTarget.scrollHeight - currentTarget.clientHeight - currentTarget.scrollTop;
            setAway(fromEnd.current > NEAR * 2);
            if (currentTarget.scrollTop < NEAR) loadOlder();
          }}
        >
          {failure !== null && (
            <p className={chat.note} role="alert">
              {failure || t('streams.chat.loadFailed')} <TextButton text={t('frame.retry')} onClick={retry} />
            </p>
          )}
          {visibleMessages.length > 0 ? (
            <ul>
              {visibleMessages.map((message) => (
                <StreamMessageRow
                  key={message.id}
                  message={message}
                  time={formatDuration(message.place_ms)}
                  hasMenu={viewer !== null}
                  opener={open?.id === message.id ? opener : undefined}
                  onOpen={setOpen}
                  onJump={jump}
                />
              ))}
            </ul>
          ) : (
            failure === null &&
            part !== null && (
              <p className={chat.empty}>{t(isEmpty ? 'streams.replay.empty' : 'streams.replay.before')}</p>
            )
          )}
        </div>
        {isAway && (
          <IconButton
            icon={IconArrowDown}
            label={t('streams.chat.down')}
            size={20}
            className={chat.down}
            onClick={() => log.current?.scrollTo({ top: log.current.scrollHeight, behavior: 'instant' })}
          />
        )}
      </div>
      {open !== null && (
        <MessageMenu
          message={open}
          mayDelete={isHost || open.mine === 1}
          anchor={opener}
          onDeleted={remove}
          onClose={() => setOpen(null)}
        />
      )}
    </aside>
  );
}

interface MessageMenuProps {
  message: ReplayedMessage;
  mayDelete: boolean;
  anchor: React.RefObject<HTMLElement | null>;
  onDeleted: (id: number) => void;
  onClose: () => void;
}

function MessageMenu({ message, mayDelete, anchor, onDeleted, onClose }: MessageMenuProps) {
  const t = useText('streams');
  const navigate = useNavigate();
  const { id, stream_id, user_id, firstname } = message;

  async function remove(): Promise<void> {
    try {
      await call(streamsApi.deleteMessage, { params: { id: stream_id, message_id: id } });
      onDeleted(id);
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('frame.error.network'));
    }
  }

  return (
    <FloatingMenu label={t('streams.chat.menu', { name: firstname })} anchor={anchor} onClose={onClose}>
      <MenuAction icon={<IconUser {...ICON} />} onPress={() => void navigate(`/user/${user_id}`)}>
        {t('streams.chat.profile')}
      </MenuAction>
      {mayDelete && (
        <MenuAction icon={<IconTrash {...ICON} />} onPress={() => void remove()}>
          {t('streams.chat.delete')}
        </MenuAction>
      )}
    </FloatingMenu>
  );
}
