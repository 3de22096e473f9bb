import type { ReplayedMessage } from '@app/contract/live/streams';

/** The loaded part of a recorded chat, without gaps. */
export interface ReplayPart {
  messages: readonly ReplayedMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** The video position up to which the part is complete; the last message may be much earlier. */
  untilMs: number;
}

/** The next part is loaded this many milliseconds ahead of the video. */
const AHEAD_MS = 30_000;

/** Returns what to load: the part around the position, or the one after the loaded part. Null: nothing. */
export function nextReplayLoad(part: ReplayPart | null, nowMs: number): 'around' | 'newer' | null {
  if (part === null) return 'around';
  const [first] = part.messages;
  if (first !== undefined && part.hasOlder && nowMs < first.place_ms) return 'around';
  if (!part.hasNewer) return null;
  if (nowMs - part.untilMs > AHEAD_MS) return 'around';
  return part.untilMs - nowMs < AHEAD_MS ? 'newer' : null;
}

export const messagesUntil = ({ messages }: ReplayPart, nowMs: number): readonly ReplayedMessage[] =>
  messages.filter(({ place_ms }) => place_ms <= nowMs);

export const withNewer = (part: ReplayPart, list: readonly ReplayedMessage[], pageSize: number): ReplayPart => ({
  ...part,
  messages: [...part.messages, ...list],
  hasNewer: list.length === pageSize,
  untilMs: Math.max(part.untilMs, list.at(-1)?.place_ms ?? 0),
});

export const withOlder = (part: ReplayPart, list: readonly ReplayedMessage[], pageSize: number): ReplayPart => ({
  ...part,
  messages: [...list, ...part.messages],
  hasOlder: list.length === pageSize,
});

export const withoutMessage = (part: ReplayPart, id: number): ReplayPart => ({
  ...part,
  messages: part.messages.filter((message) => message.id !== id),
});
