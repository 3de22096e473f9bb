/**
 * Calls of a session that lacks the second factor which everybody needs, by method and path: to add one, to look at the
 * own sessions and to leave. `POST /api/notifications` and `GET /api/chat/unread` are numbers in the frame of the page.
 */
export const CALLS_BEFORE_SECOND_FACTOR: ReadonlySet<string> = new Set([
  'POST /api/auth/logout',
  'GET /api/auth/sessions',
  'DELETE /api/auth/sessions/{id}',
  'DELETE /api/auth/sessions',
  'GET /api/auth/journal',
  'GET /api/auth/factors',
  'POST /api/auth/proof',
  'POST /api/auth/totp/setup',
  'POST /api/auth/totp/confirm',
  'POST /api/auth/totp/reset/cancel',
  'POST /api/auth/passkeys/options',
  'PUT /api/auth/passkeys',
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'POST /api/notifications',
  'GET /api/chat/unread',
]);
