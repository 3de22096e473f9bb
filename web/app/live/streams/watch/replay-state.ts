import type { ReplayedMessage } from '@app/contract/live/streams';

/** The part of a recorded chat that is loaded: all of it from the first to the last that is here. */
export interface ReplayPart {
  messages: readonly ReplayedMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** The place of the video until which nothing is missing: the last word may be long before it. */
  untilMs: number;
}

/** What is needed next is loaded so long before the video comes there. */
const AHEAD_MS = 30_000;

/** What the video is waiting for: a part around its place, or what follows the part that is here. Null: nothing. */
export function nextReplayLoad(part: ReplayPart | null, nowMs: number): 'around' | 'newer' | null {
  if (part === null) return 'around';
  const [first] = part.messages;
  if (first !== undefined && part.hasOlder && nowMs < first.place_ms) return 'around';
  if (!part.hasNewer) return null;
  if (nowMs - part.untilMs > AHEAD_MS) return 'around';
  return part.untilMs - nowMs < AHEAD_MS ? 'newer' : null;
}

/** What had been said by now. */
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
