import type { ErrorBody } from '@app/contract/platform/endpoint';

/** Error response of the API. `body.message` is the text to show, already in the user's language. */
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

/** Checks the shape, because the server's host throws its own class. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && 'body' in error;
}

/** A message with the server's reason, if there is one. */
export function withReason(message: string, error: unknown): string {
  return isApiError(error) && error.message !== '' ? `${message}. ${error.message}` : message;
}

export const NETWORK: ErrorBody = { message: '', code: 'internal' };
