import { ERRORS, type ErrorCode } from '@app/contract/platform/errors';

export interface FailureOptions {
  /** Field name -> text key, shown beside the field. */
  fields?: Record<string, string>;
  /** Values for the placeholders of the message and the field texts. */
  values?: Record<string, string | number>;
  details?: Record<string, unknown>;
  /** Seconds; becomes `Retry-After`. */
  retryAfter?: number;
  text?: string;
}

/**
 * An expected failure with a status, code and text for the client. Anything else thrown is a defect and is reported as
 * `internal`.
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly options: FailureOptions;

  constructor(code: ErrorCode, options: FailureOptions = {}) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return ERRORS[this.code];
  }
}

/** Returns what was looked for; fails when there is none. */
export function requireFound<T>(value: T | undefined, code: ErrorCode = 'not_found'): T {
  if (value === undefined) throw new Failure(code);
  return value;
}
