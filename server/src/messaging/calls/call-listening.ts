import type { ListeningEvent, CallListening as PresentedListening } from '@app/contract/messaging/listening';

/** Stored as JSON: `changedAt` is ISO 8601, of the database's clock. */
export interface CallListening {
  by: number;
  tracks: readonly { id: number; durationMs: number }[];
  index: number;
  positionMs: number;
  isPlaying: boolean;
  changedAt: string;
}

export interface CallListeningRow {
  listening: CallListening | null;
  /** Counts the changes of the whole call, so that it never falls. */
  listeningRevision: number;
}

export const NO_LISTENING: CallListeningRow = { listening: null, listeningRevision: 0 };

export type ListeningStep =
  | { is: 'start'; tracks: CallListening['tracks']; index: number }
  | { is: 'set'; index: number; positionMs: number; isPlaying: boolean }
  | { is: 'stop' };

export interface ListeningStepEvent {
  type: 'listening';
  user: number;
  state: ListeningEvent;
}

interface ListeningChange {
  call?: CallListeningRow;
  events?: readonly ListeningStepEvent[];
}

const NOTHING: ListeningChange = {};

/** The last change wins: a change names the place it leads to, so two at once lead to one of the two places. */
export function stepListening(
  call: CallListeningRow & { state: string },
  by: number,
  step: ListeningStep,
  now: Date,
): ListeningChange {
  if (call.state !== 'running') return NOTHING;
  const listeningRevision = call.listeningRevision + 1;
  const changed = (listening: CallListening | null, state: ListeningEvent): ListeningChange => ({
    call: { listening, listeningRevision },
    events: [{ type: 'listening', user: by, state }],
  });
  const changedAt = now.toISOString();
  if (step.is === 'start') {
    const { tracks, index } = step;
    return changed({ by, tracks, index, positionMs: 0, isPlaying: true, changedAt }, 'started');
  }
  if (call.listening === null) return NOTHING;
  if (step.is === 'stop') return changed(null, 'stopped');
  const track = call.listening.tracks[step.index];
  if (track === undefined) return NOTHING;
  const { index, isPlaying } = step;
  const positionMs = Math.min(step.positionMs, track.durationMs);
  return changed({ ...call.listening, by, index, positionMs, isPlaying, changedAt }, 'changed');
}

export function presentListening({ listening, listeningRevision }: CallListeningRow): PresentedListening | null {
  if (listening === null) return null;
  return {
    revision: listeningRevision,
    by: listening.by,
    tracks: listening.tracks.map(({ id, durationMs }) => ({ id, duration_ms: durationMs })),
    index: listening.index,
    position_ms: listening.positionMs,
    playing: listening.isPlaying ? 1 : 0,
    changed_at: listening.changedAt,
  };
}
