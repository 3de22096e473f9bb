import type { ErrorBody } from '@app/contract/platform/endpoint';

/** A refusal of the API. `body.message` is the text to show, already in the visitor's language. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

/** The server's host throws its own class: what counts is the shape. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && 'body' in error;
}

/** What a call says that never reached the server. */
export const NETWORK: ErrorBody = { message: '', code: 'internal' };
