export type SendFailure =
  | { kind: 'wait'; afterMs: number | null }
  /** Nobody, or somebody else, is signed in: nothing goes until that changes. */
  | { kind: 'stop' }
  /** Cancelled by the reader. */
  | { kind: 'aborted' }
  | { kind: 'final'; code: string; message: string };

interface RejectedResponse {
  status: number;
  code: string;
  message: string;
  retryAfter: number | null;
}

/** Statuses that say nothing about the message itself. */
const TRANSIENT_STATUSES = new Set([0, 408, 425, 429]);
const TRANSIENT_CODES = new Set(['idempotency_running', 'upload_aborted', 'not_ready']);
const RETRY_AFTER_MAX_MS = 120_000;

export class SendError extends Error {
  readonly failure: SendFailure;

  constructor(failure: SendFailure) {
    super(failure.kind);
    this.name = 'SendError';
    this.failure = failure;
  }
}

export function classifyFailure({ status, code, message, retryAfter }: RejectedResponse): SendFailure {
  const afterMs = retryAfter === null ? null : Math.min(retryAfter * 1000, RETRY_AFTER_MAX_MS);
  if (TRANSIENT_STATUSES.has(status) || status >= 500 || TRANSIENT_CODES.has(code)) return { kind: 'wait', afterMs };
  // `conflict`: another user is signed in, see `requireSameViewer` of the server.
  if (status === 401 || code === 'csrf' || code === 'conflict') return { kind: 'stop' };
  return { kind: 'final', code, message };
}

/** Returns the failure of a thrown value; unknown errors are retried. */
export const failureOf = (error: unknown): SendFailure =>
  error instanceof SendError ? error.failure : { kind: 'wait', afterMs: null };
