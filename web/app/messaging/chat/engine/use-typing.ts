import { useEffect, useState } from 'react';
import { sendOnPath, subscribe } from '../../../platform/live/live.ts';
import { onChatEvent } from './chat-events.ts';
import type { TypingKind } from './chat-types.ts';

const EXPIRES_MS = 5000;
const EVERY_MS = 2000;
/** Milliseconds without typing after which the socket is closed. */
const IDLE_MS = 60_000;
/** Milliseconds; the first events are repeated because the socket may still be opening. */
const REPEATS_MS = [300, 1000];

export function useTyping(userId: number): TypingKind | null {
  const [typing, setTyping] = useState<{ userId: number; what: TypingKind } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = (): void => {
      clearTimeout(timer);
      setTyping(null);
    };
    const leave = onChatEvent({
      onEvent(event) {
        if (!('user_id' in event) || event.user_id !== userId) return;
        if (event.type === 'typing') {
          setTyping({ userId, what: event.what });
          clearTimeout(timer);
          timer = setTimeout(stop, EXPIRES_MS);
        } else if (event.type === 'chat_message' && event.message.mine === 0) stop();
      },
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [userId]);
  return typing?.userId === userId ? typing.what : null;
}

interface TypingConnection {
  at: number;
  what: TypingKind;
  leave: () => void;
  idle: ReturnType<typeof setTimeout>;
}

const connections = new Map<string, TypingConnection>();

/** Call on every key; sends at most every two seconds. */
export function sendTyping(viewerId: number, userId: number, what: TypingKind): void {
  const path = `/ws/chat/${viewerId}/${userId}/`;
  const known = connections.get(path);
  const now = performance.now();
  if (known !== undefined && known.what === what && now - known.at < EVERY_MS) return;
  clearTimeout(known?.idle);
  const leave = known?.leave ?? subscribe(path, () => undefined);
  const idle = setTimeout(() => {
    connections.delete(path);
    leave();
  }, IDLE_MS);
  connections.set(path, { at: now, what, leave, idle });
  const send = (): void => sendOnPath(path, { type: 'typing', what });
  send();
  if (known === undefined) for (const delay of REPEATS_MS) setTimeout(send, delay);
}
