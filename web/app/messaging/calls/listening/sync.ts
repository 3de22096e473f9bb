import type { CallListening } from '@app/contract/messaging/listening';

export interface ListeningMoment {
  index: number;
  positionMs: number;
  isPlaying: boolean;
}

/**
 * Where the music is at a time of the server's clock, milliseconds. Tracks follow each other without pauses, so every
 * participant counts the same place without being told; after the last track the music stands at its end.
 */
export function momentOf(listening: CallListening, serverNow: number): ListeningMoment {
  const { tracks, playing, position_ms, changed_at } = listening;
  let { index } = listening;
  let positionMs = position_ms;
  if (playing === 0) return { index, positionMs, isPlaying: false };
  positionMs += Math.max(0, serverNow - Date.parse(changed_at));
  for (; index < tracks.length; index++) {
    const length = tracks[index]?.duration_ms ?? 0;
    if (positionMs < length) return { index, positionMs, isPlaying: true };
    positionMs -= length;
  }
  const last = Math.max(0, tracks.length - 1);
  return { index: last, positionMs: tracks[last]?.duration_ms ?? 0, isPlaying: false };
}

/** One question about the server's time: when it was sent and answered by the own clock, and the server's answer. */
export interface ClockSample {
  sent: number;
  received: number;
  server: number;
}

/**
 * What the own clock lacks to the server's, milliseconds, by the sample that was answered fastest: its error is at most
 * half of its way there and back. Null without samples.
 */
export function offsetOf(samples: readonly ClockSample[]): number | null {
  const waitOf = ({ sent, received }: ClockSample): number => received - sent;
  const [first, ...rest] = samples;
  if (first === undefined) return null;
  const best = rest.reduce((one, other) => (waitOf(other) < waitOf(one) ? other : one), first);
  return best.server - (best.sent + best.received) / 2;
}

/** A larger difference is jumped over, which is heard; a smaller one is made up for by a slightly other speed. */
const SEEK_OVER_MS = 150;
const EXACT_MS = 20;
/** The share by which the speed changes at most, which nobody hears with the pitch kept. */
const NUDGE_MAX = 0.05;
const MADE_UP_WITHIN_MS = 1000;

export type Correction = { do: 'seek' } | { do: 'rate'; rate: number };

export function correctionOf(targetMs: number, actualMs: number): Correction {
  const ahead = actualMs - targetMs;
  if (Math.abs(ahead) > SEEK_OVER_MS) return { do: 'seek' };
  if (Math.abs(ahead) <= EXACT_MS) return { do: 'rate', rate: 1 };
  return { do: 'rate', rate: 1 - Math.max(-NUDGE_MAX, Math.min(NUDGE_MAX, ahead / MADE_UP_WITHIN_MS)) };
}
