import { currentShare } from './shares.ts';

/**
 * SQLSTATE codes of a server that is stopping, starting, full, too slow, a standby (25006) or waiting for a lock, and
 * socket errors when none listens or no route leads to it.
 */
const AWAY = new Set([
  ...['08000', '08001', '08003', '08004', '08006', '08P01', '25006', '53200', '53300', '55P03', '57014'],
  ...['57P01', '57P02', '57P03', '57P05'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
]);
/** A standby refuses unlogged tables with the code of any missing feature (0A000). */
const DURING_RECOVERY = /during recovery$/;
/**
 * Messages of pg, which sets no code, when no connection becomes free or is made in time, and for one that broke at this
 * query or earlier in the same transaction.
 */
const BROKEN = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
];

/** What a read leaves out while the database takes no writes. A standby passes it on: the primary is asked next. */
export async function orWhileAway<Value>(work: Promise<Value>, instead: Value): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!isDatabaseAway(error) || currentShare() === 'standby') throw error;
    return instead;
  }
}

/** Tells temporary unavailability from a defect: the same request may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: string; syscall?: string };
  // File system errors share these codes; errors of a connection are recognized by `syscall`.
  if (code !== undefined && AWAY.has(code))
    return /^\d/.test(code) || syscall === 'connect' || syscall === 'read' || syscall === 'write';
  if (code === '0A000') return DURING_RECOVERY.test(error.message);
  return BROKEN.some((start) => error.message.startsWith(start));
}
