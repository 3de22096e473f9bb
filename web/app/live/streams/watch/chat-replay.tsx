import { IconArrowDown, IconTrash, IconUser } from 'virtual:icons';
import type { ReplayedMessage } from '@app/contract/live/streams';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRouteLoaderData } from 'react-router';
import { streamsApi } from '#contract/live/streams';
import { call } from '../../../platform/call.ts';
import { formatDuration } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../platform/root-data.ts';
import { FloatingMenu, MenuAction } from '../../../publishing/music/floating-menu.tsx';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { useLogScroll } from '../../../ui/list/use-log-scroll.ts';
import styles from './chat-replay.module.css';
import { messagesUntil } from './replay-state.ts';
import chat from './stream-chat.module.css';
import { StreamMessageRow } from './stream-message-row.tsx';
import { useReplay } from './use-replay.ts';

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
  const opener = useRef<HTMLButtonElement>(null);
  const visibleMessages = part === null ? [] : messagesUntil(part, positionMs);
  const isEmpty = part !== null && part.messages.length === 0 && !part.hasNewer;
  const rows = `${visibleMessages[0]?.id} ${visibleMessages.at(-1)?.id}`;
  const { isAway, toEnd, place } = useLogScroll(rows, loadOlder);

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
          {...place}
          className={chat.log}
          role="log"
          aria-label={t('streams.chat.log')}
          aria-busy={part === null && failure === null}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too
          tabIndex={0}
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
            onClick={toEnd}
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
  const { submit } = useSubmit({ fallback: t('frame.error.network') });

  async function remove(): Promise<void> {
    await call(streamsApi.deleteMessage, { params: { id: stream_id, message_id: id } });
    onDeleted(id);
  }

  return (
    <FloatingMenu label={t('streams.chat.menu', { name: firstname })} anchor={anchor} onClose={onClose}>
      <MenuAction icon={IconUser} text={t('streams.chat.profile')} onPress={() => void navigate(`/user/${user_id}`)} />
      {mayDelete && <MenuAction icon={IconTrash} text={t('streams.chat.delete')} onPress={() => void submit(remove)} />}
    </FloatingMenu>
  );
}
