/** SQLSTATE codes of a server that is stopping, starting, full or too slow, and socket errors when none listens. */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300', '57014', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);
/** Message of the pool, which sets no code, when no connection becomes free in time. */
const ALL_TAKEN = 'timeout exceeded when trying to connect';
/** Messages of pg, without a code, for a connection that broke at this query or earlier in the same transaction. */
const BROKEN = ['Connection terminated', 'Client has encountered a connection error'];

/** Tells temporary unavailability from a defect: the same request may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: string; syscall?: string };
  // File system errors share these codes; errors of a connection are recognized by `syscall`.
  if (code !== undefined && AWAY.has(code))
    return /^\d/.test(code) || syscall === 'connect' || syscall === 'read' || syscall === 'write';
  return error.message === ALL_TAKEN || BROKEN.some((start) => error.message.startsWith(start));
}
