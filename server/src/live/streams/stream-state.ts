import type { StreamState } from '@app/contract/live/stream-states';
import { STREAM_LOST_SECONDS, STREAM_OVERDUE_HOURS, STREAM_WAITING_SECONDS } from '@app/contract/live/streams';

/** A publisher whom no app node has seen for this long counts as lost, even without an event. */
export const UNSEEN_SECONDS = 30;

export interface StreamTimes {
  state: StreamState;
  plannedFor: Date | null;
  openedAt: Date | null;
  startedAt: Date | null;
  seenAt: Date | null;
  lostAt: Date | null;
  endedAt: Date | null;
}

export const firstTimes = (plannedFor: Date | null, now: Date): StreamTimes => ({
  state: plannedFor === null ? 'waiting' : 'announced',
  plannedFor,
  openedAt: plannedFor === null ? now : null,
  startedAt: null,
  seenAt: null,
  lostAt: null,
  endedAt: null,
});

/**
 * `open`: the publisher prepares. `connected`: publishes. `seen`: still publishes. `lost`: disconnected. `end`: ends
 * the stream. `clock`: applies time-outs.
 */
export type StreamStep = { type: 'open' | 'connected' | 'seen' | 'lost' | 'end' | 'clock' };

export const isRunning = (state: StreamState): boolean => state === 'waiting' || state === 'live' || state === 'lost';

const after = (moment: Date | null, seconds: number): Date => new Date((moment?.getTime() ?? 0) + seconds * 1000);

/** Returns when the next time-out of the stream is due; null: never. */
export function nextDue(stream: StreamTimes): Date | null {
  switch (stream.state) {
    case 'announced':
      return after(stream.plannedFor, STREAM_OVERDUE_HOURS * 3600);
    case 'waiting':
      return after(stream.openedAt, STREAM_WAITING_SECONDS);
    case 'live':
      return after(stream.seenAt, UNSEEN_SECONDS);
    case 'lost':
      return after(stream.lostAt, STREAM_LOST_SECONDS);
    case 'ended':
      return null;
  }
}

export function stepStream(stream: StreamTimes, { type }: StreamStep, now: Date): StreamTimes {
  if (stream.state === 'ended') return stream;
  const due = nextDue(stream);
  // Time-outs apply before the step, so a publisher who returns too late finds the stream ended. A live stream that was
  // only silent is continued by any sign of life.
  if (due !== null && due <= now && stream.state !== 'live') return end(stream, now);
  switch (type) {
    case 'open':
      return stream.state === 'announced' ? { ...stream, state: 'waiting', openedAt: now } : stream;
    case 'connected':
    case 'seen':
      return connect(stream, now);
    case 'lost':
      return stream.state === 'live' ? lose(stream, now) : stream;
    case 'end':
      return end(stream, now);
    case 'clock':
      return due !== null && due <= now && stream.state === 'live' ? lose(stream, now) : stream;
  }
}

function connect(stream: StreamTimes, now: Date): StreamTimes {
  if (stream.state === 'announced') return stream;
  return { ...stream, state: 'live', startedAt: stream.startedAt ?? now, seenAt: now, lostAt: null };
}

const lose = (stream: StreamTimes, now: Date): StreamTimes => ({ ...stream, state: 'lost', lostAt: now });

const end = (stream: StreamTimes, now: Date): StreamTimes => ({ ...stream, state: 'ended', endedAt: now });
