/** How PostgreSQL says that it stops, starts, takes nobody more or too long; and how a socket says that nobody listens. */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300', '57014', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);
/** What the pool says, without a code, when every connection is taken for longer than anybody should wait. */
const ALL_TAKEN = 'timeout exceeded when trying to connect';
/** What a connection says, without a code, when it broke: at this query, or at one before in the same transaction. */
const BROKEN = ['Connection terminated', 'Client has encountered a connection error'];

/** Whether an error means "not now" rather than "this is broken": the same request may do in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: string; syscall?: string };
  // Files have codes like these too; a lost connection is told by its system call.
  if (code !== undefined && AWAY.has(code))
    return /^\d/.test(code) || syscall === 'connect' || syscall === 'read' || syscall === 'write';
  return error.message === ALL_TAKEN || BROKEN.some((start) => error.message.startsWith(start));
}
