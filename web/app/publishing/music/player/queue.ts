import type { Track } from '@app/contract/publishing/music';

export type Repeat = 'none' | 'all' | 'one';

/** Tracks in playing order, each at most once. */
export interface Queue {
  tracks: readonly Track[];
  /** Index of the current track; −1 in an empty queue. */
  at: number;
  /** Track ids in their order before shuffling; null while the queue is not shuffled. */
  unshuffledIds: readonly number[] | null;
}

export const EMPTY_QUEUE: Queue = { tracks: [], at: -1, unshuffledIds: null };

const idsOf = (tracks: readonly Track[]): number[] => tracks.map(({ id }) => id);

function withoutDuplicates(tracks: readonly Track[]): Track[] {
  const seen = new Set<number>();
  return tracks.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    const swapped = mixed[pick] as T;
    mixed[pick] = mixed[last] as T;
    mixed[last] = swapped;
  }
  return mixed;
}

export function startQueue(
  tracks: readonly Track[],
  startAt: number,
  isShuffled: boolean,
  random = Math.random,
): Queue {
  const first = tracks[startAt];
  if (first === undefined) return EMPTY_QUEUE;
  const each = withoutDuplicates(tracks);
  const queue: Queue = { tracks: each, at: each.findIndex(({ id }) => id === first.id), unshuffledIds: null };
  return isShuffled ? shuffle(queue, random) : queue;
}

/** Moves the current track to the front and shuffles the others. */
export function shuffle(queue: Queue, random = Math.random): Queue {
  const current = queue.tracks[queue.at];
  if (current === undefined || queue.unshuffledIds !== null) return queue;
  const others = queue.tracks.filter(({ id }) => id !== current.id);
  return { tracks: [current, ...shuffled(others, random)], at: 0, unshuffledIds: idsOf(queue.tracks) };
}

/** Restores the order before the shuffle; tracks added since then come last. */
export function unshuffle(queue: Queue): Queue {
  const { unshuffledIds } = queue;
  if (unshuffledIds === null) return queue;
  const current = queue.tracks[queue.at];
  const places = new Map(unshuffledIds.map((id, place) => [id, place]));
  const placeOf = ({ id }: Track): number => places.get(id) ?? unshuffledIds.length;
  const tracks = queue.tracks.toSorted((one, other) => placeOf(one) - placeOf(other));
  return { tracks, at: tracks.findIndex(({ id }) => id === current?.id), unshuffledIds: null };
}

/** Index that follows automatically at the end of a track; null when playback stops there. */
export function nextIndex({ tracks, at }: Queue, repeat: Repeat): number | null {
  if (tracks.length === 0) return null;
  if (repeat === 'one') return at;
  if (at + 1 < tracks.length) return at + 1;
  return repeat === 'all' ? 0 : null;
}

export function neighbourIndex({ tracks, at }: Queue, by: 1 | -1): number {
  return tracks.length === 0 ? -1 : (at + by + tracks.length) % tracks.length;
}

export function moveTrack(queue: Queue, from: number, to: number): Queue {
  const moved = queue.tracks[from];
  if (moved === undefined || to < 0 || to >= queue.tracks.length) return queue;
  const current = queue.tracks[queue.at];
  const tracks = queue.tracks.toSpliced(from, 1).toSpliced(to, 0, moved);
  return { ...queue, tracks, at: tracks.findIndex(({ id }) => id === current?.id) };
}

export function removeTrack(queue: Queue, id: number): Queue {
  const place = queue.tracks.findIndex((track) => track.id === id);
  if (place === -1) return queue;
  const tracks = queue.tracks.toSpliced(place, 1);
  if (tracks.length === 0) return EMPTY_QUEUE;
  const at = place < queue.at ? queue.at - 1 : queue.at;
  return { ...queue, tracks, at: at === tracks.length ? 0 : at };
}

/** Inserts a track after the current one or at the end; a track that is already in the queue moves. */
export function enqueueTrack(queue: Queue, track: Track, where: 'next' | 'last'): Queue {
  const current = queue.tracks[queue.at];
  if (current === undefined) return { tracks: [track], at: 0, unshuffledIds: null };
  if (current.id === track.id) return queue;
  const rest = queue.tracks.filter(({ id }) => id !== track.id);
  const at = rest.findIndex(({ id }) => id === current.id);
  return { ...queue, tracks: rest.toSpliced(where === 'next' ? at + 1 : rest.length, 0, track), at };
}

/** Ids saved for other devices: the current track, those after it, and those before it as far as `max` allows. */
export function rememberedIds({ tracks, at }: Queue, max: number): number[] {
  const from = tracks.length <= max ? 0 : Math.max(0, Math.min(at, tracks.length - max));
  return idsOf(tracks.slice(from, from + max));
}
