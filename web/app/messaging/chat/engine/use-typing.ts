import { useEffect, useState } from 'react';
import { say, subscribe } from '../../../platform/live.ts';
import { hearChats } from './chat-line.ts';
import type { TypingKind } from './chat-types.ts';

const EXPIRES_MS = 5000;
const EVERY_MS = 2000;
/** A line over which nothing was told for so long is let go. */
const IDLE_MS = 60_000;
/** The first word waits for its line to open. */
const REPEATS_MS = [300, 1000];

/** What the other one is at right now. */
export function useTyping(userId: number): TypingKind | null {
  const [told, setTold] = useState<{ userId: number; what: TypingKind } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = (): void => {
      clearTimeout(timer);
      setTold(null);
    };
    const leave = hearChats({
      onNews(news) {
        if (!('user_id' in news) || news.user_id !== userId) return;
        if (news.type === 'typing') {
          setTold({ userId, what: news.what });
          clearTimeout(timer);
          timer = setTimeout(stop, EXPIRES_MS);
        } else if (news.type === 'chat_message' && news.message.mine === 0) stop();
      },
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [userId]);
  return told?.userId === userId ? told.what : null;
}

interface Spoken {
  at: number;
  what: TypingKind;
  leave: () => void;
  idle: ReturnType<typeof setTimeout>;
}

const lines = new Map<string, Spoken>();

/** Call it at every key: it is told at most every two seconds. */
export function tellTyping(viewerId: number, userId: number, what: TypingKind): void {
  const path = `/ws/chat/${viewerId}/${userId}/`;
  const known = lines.get(path);
  const now = performance.now();
  if (known !== undefined && known.what === what && now - known.at < EVERY_MS) return;
  clearTimeout(known?.idle);
  const leave = known?.leave ?? subscribe(path, () => undefined);
  const idle = setTimeout(() => {
    lines.delete(path);
    leave();
  }, IDLE_MS);
  lines.set(path, { at: now, what, leave, idle });
  const tell = (): void => say(path, { type: 'typing', what });
  tell();
  if (known === undefined) for (const delay of REPEATS_MS) setTimeout(tell, delay);
}
