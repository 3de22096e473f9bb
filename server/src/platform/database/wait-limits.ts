import type { Share } from './shares.ts';

export interface WaitLimits {
  /** Most connections of a process for this share. */
  connections: number;
  /** Milliseconds that a statement may run, and may wait for a lock. */
  statementMs: number;
  lockMs: number;
  /** Milliseconds that a call waits for a free connection, and a connection for the server. */
  connectionMs: number;
}

/** Chats wait no longer for an answer. */
export const CONNECTION_MS = 6000;
/** People wait for these, and leave after a few seconds. */
const WEB = { statementMs: 5000, lockMs: 2000, connectionMs: CONNECTION_MS };

export type ShareLimits = Readonly<Record<Share, WaitLimits>>;

/**
 * Few connections each: they prepare their own statements, and a machine runs no more queries at once than it has cores.
 * Those of a share open when it needs them.
 */
export const WAIT_LIMITS: ShareLimits = {
  access: { connections: 3, ...WEB },
  market: { connections: 5, ...WEB },
  messaging: { connections: 5, ...WEB },
  files: { connections: 3, ...WEB },
  rest: { connections: 5, ...WEB },
  jobs: { connections: 10, statementMs: 600_000, lockMs: 30_000, connectionMs: CONNECTION_MS },
  // Connections to another server. What it does not answer soon is read from the primary.
  standby: { connections: 5, statementMs: 1000, lockMs: 500, connectionMs: 500 },
};

/** An abandoned open transaction would keep its locks and hold back vacuum for ever. */
export const IDLE_IN_TRANSACTION_MS = 60_000;
