import type { StreamState } from '@app/contract/live/stream-states';
import { STREAM_LOST_SECONDS, STREAM_OVERDUE_HOURS, STREAM_WAITING_SECONDS } from '@app/contract/live/streams';

/** A publisher of whom no app node saw a sign for so long is lost, whatever was told. */
export const UNSEEN_SECONDS = 30;

/** What of a stream moves with time and events. */
export interface StreamTimes {
  state: StreamState;
  plannedFor: Date | null;
  openedAt: Date | null;
  startedAt: Date | null;
  seenAt: Date | null;
  lostAt: Date | null;
  endedAt: Date | null;
}

/** Of a stream that is made now: announced for its time, else its publisher prepares. */
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
 * `open`: its publisher prepares. `connected`: sends. `seen`: still does. `lost`: is gone, on purpose or not. `end`: wants it over.
 * `clock`: whatever time does.
 */
export type StreamStep = { type: 'open' | 'connected' | 'seen' | 'lost' | 'end' | 'clock' };

export const isRunning = (state: StreamState): boolean => state === 'waiting' || state === 'live' || state === 'lost';

const after = (moment: Date | null, seconds: number): Date => new Date((moment?.getTime() ?? 0) + seconds * 1000);

/** When time does something to it next; null: never more. */
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

/** What a step makes of a stream: the same object where nothing. Whatever is over stays over. */
export function stepStream(stream: StreamTimes, { type }: StreamStep, now: Date): StreamTimes {
  if (stream.state === 'ended') return stream;
  const due = nextDue(stream);
  // Time goes first: who comes back too late comes back to nothing. To be lost by silence is undone by any sign.
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
