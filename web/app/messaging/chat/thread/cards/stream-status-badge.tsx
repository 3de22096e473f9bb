import type { ChatCard } from '@app/contract/messaging/chat';
import { useEffect, useRef, useState } from 'react';
import { streamsApi } from '#contract/live/streams';
import { isApiError } from '../../../../platform/api-error.ts';
import { call } from '../../../../platform/call.ts';
import { useText } from '../../../../platform/i18n.tsx';
import styles from './stream-status-badge.module.css';

type State = NonNullable<ChatCard['stream_state']>;

const POLL_EVERY_MS = 20_000;

function isInView(element: HTMLElement | null): boolean {
  if (element === null || document.hidden) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** Shows the state of a shared stream; polls only while the page is visible. */
export function StreamStatusBadge({ id, sent }: { id: number; sent: State }) {
  const t = useText('chat');
  const [known, setKnown] = useState({ sent, state: sent });
  // The message was loaded again, so its state is newer.
  if (known.sent !== sent) setKnown({ sent, state: sent });
  const { state } = known;
  const shown = state === 'lost' ? 'live' : state;
  const root = useRef<HTMLElement>(null);

  useEffect(() => {
    if (state === 'ended') return;
    let isMounted = true;
    async function loadStatus(): Promise<void> {
      try {
        const { stream } = await call(streamsApi.get, { body: { stream_id: id }, isQuiet: true });
        if (isMounted && stream !== null) setKnown((current) => ({ ...current, state: stream.state }));
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (isMounted && error.status === 404) setKnown((current) => ({ ...current, state: 'ended' }));
      }
    }
    const timer = setInterval(() => {
      if (isInView(root.current)) void loadStatus();
    }, POLL_EVERY_MS);
    return () => {
      isMounted = false;
      clearInterval(timer);
    };
  }, [id, state]);

  return (
    <small ref={root} className={styles.mark} data-live={shown === 'live' || undefined}>
      {shown !== 'waiting' && t(`chat.card.stream.${shown}`)}
    </small>
  );
}
