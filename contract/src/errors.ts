/**
 * Every refusal the product knows: code -> HTTP status. The text of each code stands in `locales/<lang>/errors.json`
 * under the code itself. An endpoint lists the codes it may give beyond {@link COMMON_ERRORS}.
 */
export const ERRORS = {
  invalid_input: 400,
  invalid_json: 400,
  id_required: 400,
  code_wrong: 400,
  password_common: 400,
  too_many_files: 400,
  upload_aborted: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  session_expired: 401,
  subscription_required: 402,
  forbidden: 403,
  csrf: 403,
  cross_site: 403,
  not_activated: 403,
  suspended: 403,
  current_password_required: 403,
  current_password_wrong: 403,
  grant_required: 403,
  not_found: 404,
  referral_unknown: 404,
  method_not_allowed: 405,
  conflict: 409,
  in_use: 409,
  login_taken: 409,
  email_taken: 409,
  phone_taken: 409,
  already_exists: 409,
  photos_full: 409,
  idempotency_running: 409,
  gone: 410,
  file_too_large: 413,
  body_too_large: 413,
  unsupported_media: 415,
  unsupported_body: 415,
  unprocessable_image: 422,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  too_many_attempts: 429,
  resend_too_early: 429,
  internal: 500,
  provider_unavailable: 502,
  not_ready: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes that any call may answer; the rest are listed per endpoint. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_input',
  'invalid_json',
  'cross_site',
  'body_too_large',
  'unsupported_body',
  'too_many_requests',
  'internal',
  'not_ready',
];
