import { readStored, readStoredObject, writeStored } from '../../platform/stored.ts';

const KEY = 'pay-return';
const LASTS_MS = 3_600_000;
/** Pages that need a subscription and keep a draft. */
const PLACE = /^\/(?:add|user\/\d+\/social\/add)$/;

export function parsePayReturn(path: string | null): string | null {
  return path !== null && PLACE.test(path) ? path : null;
}

/** Remembers, for the payment that begins, which page the user could not open without it. */
export function rememberPayReturn(path: string | null): void {
  const place = parsePayReturn(path);
  writeStored(KEY, place && JSON.stringify({ place, at: Date.now() }));
}

export function readPayReturn(): string | null {
  if (readStored(KEY) === null) return null;
  const { place, at } = readStoredObject<'place' | 'at'>(KEY);
  if (typeof place !== 'string' || typeof at !== 'number' || Date.now() - at > LASTS_MS) return null;
  return parsePayReturn(place);
}
