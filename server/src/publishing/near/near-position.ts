import type { TimePosition } from '../../reference/places/newest-of-cities.public.ts';

/** A position in a list of publications and ads by time. */
export interface NearPosition extends TimePosition {
  kind: 'p' | 'a';
}

/** Later than every moment that PostgreSQL and JavaScript both hold. */
const TOP_MICROS = 9_000_000_000_000_000;

export const NEAR_TOP: NearPosition = { micros: TOP_MICROS, kind: 'p', id: 1 };
export const NEAR_END: NearPosition = { micros: 0, kind: 'a', id: 0 };

export const encodePosition = ({ micros, kind, id }: NearPosition): string => `${micros}.${kind}.${id}`;

/** The contract guarantees the form; values outside the valid range of time mean the top. */
export function parsePosition(text: string): NearPosition {
  const [micros, kind, id] = text.split('.');
  return { micros: Math.min(Number(micros), TOP_MICROS), kind: kind === 'p' ? 'p' : 'a', id: Number(id) };
}

/** Newest first. Of the same moment publications stand above ads. */
export function compareNewestFirst(a: NearPosition, b: NearPosition): number {
  if (a.micros !== b.micros) return b.micros - a.micros;
  if (a.kind !== b.kind) return a.kind === 'p' ? -1 : 1;
  return b.id - a.id;
}

/** The position among rows of one kind that has the same rows below and above it. */
export function momentAmong(kind: NearPosition['kind'], position: NearPosition): TimePosition {
  const { micros, id } = position;
  if (position.kind === kind) return { micros, id };
  return { micros, id: kind === 'p' ? 0 : Number.MAX_SAFE_INTEGER };
}
