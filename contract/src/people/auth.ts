import { z } from 'zod';
import { IMAGE_ERRORS, IMAGE_MAX_BYTES } from '../files/media.ts';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, optionalId, requiredLine, singleLine, text } from '../platform/fields.ts';
import { countryCode, PHONE_MAX_DIGITS_AT_REGISTRATION, PHONE_MIN_DIGITS, phoneDigits } from '../platform/phone.ts';
import { REGISTRATION_REASON_MAX } from './registrations.ts';
import {
  ACTIVITY_MAX,
  bankField,
  COMPANY_NAME_MAX,
  EMAIL_MAX,
  email,
  familyStatus,
  login,
  NAME_MAX,
  name,
  PASSWORD_MAX,
  PASSWORD_PROBLEMS,
  POSITION_MAX,
  password,
  USER_DESCRIPTION_MAX,
} from './users.ts';

export const CODE_LENGTH = 6;
export const CODE_TTL_SECONDS = 15 * 60;
export const CODE_TRIES_MAX = 5;
export const CODES_PER_HOUR_MAX = 3;
export const RESEND_AFTER_SECONDS = 60;
export const GRANT_TTL_SECONDS = 10 * 60;
/** How long the browser that registered may correct the address and is signed in by the code. */
export const REGISTRATION_TTL_SECONDS = 24 * 3600;
export const REFERRAL_CODE_MAX = 20;

/** The session as the specification's client stores it. `token` is the `Bearer` of clients without cookies. */
export const Session = z.object({
  user_id: z.number().int(),
  user_photo: z.string().nullable(),
  permissions: z.array(z.string()),
  user_firstname: z.string(),
  user_lastname: z.string(),
  user_middlename: z.string(),
  user_payed: z.union([z.literal(0), z.literal(1)]),
  /** 1: the subscription is over, and creating is allowed during the days of grace. */
  user_grace: z.union([z.literal(0), z.literal(1)]).optional(),
  token: z.string(),
  /** True when this sign-in cancelled the user's own account deletion. */
  restored: z.boolean().optional(),
});
export type Session = z.infer<typeof Session>;

export const Registration = z.object({
  user_lastname: name,
  user_firstname: name,
  user_middlename: singleLine(NAME_MAX).optional(),
  user_phone: phoneDigits(PHONE_MAX_DIGITS_AT_REGISTRATION + 4).pipe(z.string().min(PHONE_MIN_DIGITS)),
  user_country_code: countryCode.optional(),
  user_country_iso: singleLine(2).optional(),
  user_login: login,
  user_allow_to_call: flag.optional(),
  user_position: singleLine(POSITION_MAX).optional(),
  user_activity: singleLine(ACTIVITY_MAX).optional(),
  user_email: email,
  user_password: password,
  user_description: text(USER_DESCRIPTION_MAX).optional(),
  country_id: optionalId,
  city_id: optionalId,
  user_familystatus: familyStatus.optional(),
  invitation_user_id: optionalId,
  /**
   * The code as typed. Takes precedence over the person named above; an unknown code is ignored, except where
   * registration is by invitation.
   */
  invitation_code: singleLine(REFERRAL_CODE_MAX).optional(),
  /** Why the newcomer wants to join, where staff approve registrations. */
  registration_reason: text(REGISTRATION_REASON_MAX).optional(),
  user_legal_status: flag.optional(),
  user_company_name: singleLine(COMPANY_NAME_MAX).optional(),
  user_bank_name: bankField,
  user_bank_account: bankField,
  user_bank_cor: bankField,
  user_bank_inn: bankField,
  user_bank_kpp: bankField,
  user_bank_bik: bankField,
  /** Versions of the documents accepted on screen; stored as evidence with time and address. */
  policy_version: singleLine(40).optional(),
  consent_version: singleLine(40).optional(),
  agreement_version: singleLine(40).optional(),
});
export type Registration = z.infer<typeof Registration>;

/** What the registration form may ask about before it is sent. */
export const SIGN_UP_PROBLEMS = ['login_taken', ...PASSWORD_PROBLEMS] as const;
export type SignUpProblem = (typeof SIGN_UP_PROBLEMS)[number];

const userId = z.object({ user_id: id });
const code = z
  .string()
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().min(1).max(20));
const grant = z.string().max(100).optional();

/** `grant` proves the verified code to the next call; browsers carry it in a cookie instead. */
const GrantResponse = z.object({ user_id: z.number().int(), grant: z.string() });
/** `resend_after`: seconds until another code may be requested. */
const CodeSentResponse = z.object({ user_id: z.number().int(), resend_after: z.number().int() });
/** `email`: where the code went, only for the browser that registered. */
const ActivationState = CodeSentResponse.extend({ email: z.string().optional() });
/** 1: also sign in. Clients that sign in themselves leave it out. */
const signInToo = flag.optional();

export type SessionEndReason = 'password_changed' | 'ended_elsewhere';

export const authApi = {
  login: endpoint('POST', '/api/auth', 'public', {
    summary: 'Sign in with login, e-mail or phone, and password.',
    body: z.object({ login: requiredLine(EMAIL_MAX), password: z.string().min(1).max(PASSWORD_MAX) }),
    response: Session,
    errors: [
      'wrong_credentials',
      'not_activated',
      'registration_waits',
      'suspended',
      'second_factor_required',
      'too_many_attempts',
    ],
    invalidText: 'errors.login_incomplete',
    limit: { max: 100, seconds: 900 },
  }),
  refresh: endpoint('POST', '/api/auth/refresh', 'public', {
    summary:
      'Exchange a token for a fresh one. A token that was exchanged long ago ends the whole session. A refusal has the `reason` if the owner ended the session elsewhere: `password_changed`, `ended_elsewhere`.',
    body: z.object({ token: z.string().max(200).optional() }).optional(),
    response: Session,
    errors: ['session_expired'],
  }),
  logout: endpoint('POST', '/api/auth/logout', 'public', {
    summary: 'End this session.',
    response: z.object({}),
  }),
  signup: endpoint('POST', '/api/signup', 'public', {
    summary: 'Register; a code goes out by e-mail.',
    body: Registration,
    files: { photo: { kind: 'image', maxCount: 1, maxBytes: IMAGE_MAX_BYTES } },
    response: CodeSentResponse,
    errors: [
      'login_taken',
      'email_taken',
      'phone_taken',
      ...PASSWORD_PROBLEMS,
      'registration_closed',
      'invitation_required',
      ...IMAGE_ERRORS,
    ],
    limit: { max: 200, seconds: 3600 },
  }),
  checkSignUp: endpoint('POST', '/api/signup/check', 'public', {
    summary: 'Whether a login is taken and a password too common, for the form of the registration.',
    body: z.object({ user_login: login.optional(), user_password: password.optional() }),
    response: z.object({ problems: z.array(z.enum(SIGN_UP_PROBLEMS)) }),
    readsOnly: true,
    limit: { max: 60, seconds: 900 },
  }),
  sendAgain: endpoint('POST', ['/api/users/sendagain', '/api/user/sendagain'], 'public', {
    summary: 'Send the activation code again, 60 seconds after the previous at the earliest.',
    body: userId,
    response: CodeSentResponse,
    errors: ['resend_too_early', 'too_many_attempts'],
    limit: { max: 200, seconds: 3600 },
  }),
  activationState: endpoint('GET', ['/api/users/activation/{user_id}', '/api/user/activation/{user_id}'], 'public', {
    summary: 'Seconds until the activation code may be sent again.',
    params: userId,
    response: ActivationState,
  }),
  correctEmail: endpoint('PUT', ['/api/users/activation/{user_id}', '/api/user/activation/{user_id}'], 'public', {
    summary:
      'Correct the address of a registration that waits for its code, in the browser that sent it; a new code goes out.',
    params: userId,
    body: z.object({ email }),
    response: ActivationState,
    errors: ['forbidden', 'email_taken', 'resend_too_early', 'too_many_attempts'],
    limit: { max: 30, seconds: 3600 },
  }),
  checkCode: endpoint('POST', ['/api/users/checkcode', '/api/user/checkcode'], 'public', {
    summary: 'Check the activation code.',
    body: z.object({ sms_code: code, user_id: id }),
    response: GrantResponse,
    errors: ['code_wrong'],
    limit: { max: 200, seconds: 900 },
  }),
  confirm: endpoint('POST', ['/api/users/confirm', '/api/user/confirm'], 'public', {
    summary: 'Activate the account whose code was confirmed in this browser; staff may activate anyone.',
    body: z.object({ user_id: id, grant, sign_in: signInToo }),
    /** With `session` the browser that registered is signed in. */
    response: z.object({
      user_id: z.number().int(),
      session: Session.optional(),
      /** 1: the address is confirmed, and staff have yet to approve the registration. */
      waiting: bit.optional(),
    }),
    errors: ['grant_required', 'forbidden', 'not_found'],
    limit: { max: 200, seconds: 900 },
  }),
  recovery: endpoint('POST', '/api/password/recovery', 'public', {
    summary: 'Send a recovery code. Answers alike whether or not the login exists.',
    body: z.object({ user: requiredLine(EMAIL_MAX) }),
    response: CodeSentResponse,
    errors: ['too_many_attempts'],
    limit: { max: 100, seconds: 3600 },
  }),
  recoveryConfirm: endpoint('POST', '/api/password/confirm', 'public', {
    summary: 'Check the recovery code.',
    body: z.object({ email_code: code, user_id: id }),
    response: GrantResponse,
    errors: ['code_wrong'],
    limit: { max: 200, seconds: 900 },
  }),
  recoveryChange: endpoint('PUT', '/api/password/change', 'public', {
    summary: 'Set a new password with the grant of a confirmed code; all sessions end.',
    body: z.object({
      // An empty one is refused with its own text.
      first_password: z.union([z.literal(''), password]),
      second_password: z.string().max(PASSWORD_MAX),
      user_id: id,
      grant,
      sign_in: signInToo,
    }),
    /** With `challenge` the account has a second factor, which still has to be given. */
    response: z.object({
      user_id: z.number().int(),
      session: Session.optional(),
      challenge: z.string().optional(),
    }),
    errors: ['grant_required', 'forbidden', ...PASSWORD_PROBLEMS],
    limit: { max: 200, seconds: 900 },
  }),
  referral: endpoint('POST', ['/api/users/referral', '/api/user/referral'], 'public', {
    summary: 'The user of a referral code.',
    body: z.object({ user_referral: requiredLine(REFERRAL_CODE_MAX) }),
    invalidText: 'errors.referral_empty',
    response: z.object({
      user_id: z.number().int(),
      user: z.object({
        id: z.number().int(),
        firstname: z.string(),
        lastname: z.string(),
        photo: z.string().nullable(),
      }),
    }),
    errors: ['referral_unknown'],
    limit: { max: 100, seconds: 900 },
  }),
};
