import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { timestamp } from '../platform/fields.ts';
import { PASSWORD_MAX } from './users.ts';

/** Contacts that a code must confirm before they change. */
export const CONTACT_KINDS = ['email', 'phone'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** Days during which the link in the email to the old address reverts a change. */
export const CONTACT_REVERT_DAYS = 7;
const TOKEN_MAX = 100;

const kind = z.enum(CONTACT_KINDS);
const code = z
  .string()
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().min(1).max(20));
const token = z.string().min(1).max(TOKEN_MAX);

const paths = (suffix: string) => [`/api/users/contacts${suffix}`, `/api/user/contacts${suffix}`];

export const PendingContact = z.object({
  value: z.string(),
  /**
   * Where the code was sent. Without an SMS provider the code for a number goes to the account's email and confirms no
   * number.
   */
  sent_to: z.enum(['email', 'phone', 'account_email']),
  /** Seconds until the code may be sent again. */
  resend_after: z.number().int(),
  /** When the current code expires; null without a valid code. */
  expires: timestamp.nullable(),
});
export type PendingContact = z.infer<typeof PendingContact>;

export const contactsApi = {
  pending: endpoint('GET', paths(''), 'user', {
    summary: 'My new e-mail and phone that wait for their codes.',
    response: z.object({ email: PendingContact.nullable(), phone: PendingContact.nullable() }),
  }),
  confirm: endpoint('POST', paths('/confirm'), 'user', {
    summary:
      'Finish a change of e-mail or phone: with its code, and with the password unless it was entered a short while ago.',
    body: z.object({ kind, code, current_password: z.string().max(PASSWORD_MAX).optional() }),
    response: z.object({ kind, value: z.string() }),
    errors: [
      'code_wrong',
      'current_password_required',
      'current_password_wrong',
      'too_many_attempts',
      'not_found',
      'email_taken',
      'phone_taken',
    ],
    limit: { max: 200, seconds: 900 },
  }),
  resend: endpoint('POST', paths('/resend'), 'user', {
    summary: 'Send the code of a waiting change again, 60 seconds after the previous at the earliest.',
    body: z.object({ kind }),
    response: PendingContact,
    errors: ['not_found', 'resend_too_early', 'too_many_attempts'],
    limit: { max: 200, seconds: 3600 },
  }),
  cancel: endpoint('DELETE', paths('/{kind}'), 'user', {
    summary: 'Cancel a pending change: the old address or number stays.',
    params: z.object({ kind }),
    response: z.object({ kind }),
  }),
  /** Reading the link changes nothing, because mail programs open links by themselves. */
  revertible: endpoint('GET', paths('/takeback'), 'public', {
    summary: 'What the link of an email about a changed contact would restore.',
    query: z.object({ token }),
    response: z.object({ kind, value: z.string(), until: timestamp }),
    errors: ['not_found'],
    limit: { max: 100, seconds: 900 },
  }),
  revert: endpoint('POST', paths('/takeback'), 'public', {
    summary:
      'Revert a change of e-mail or phone with the link of the email: every session ends, and the next sign-in needs a new password.',
    body: z.object({ token }),
    response: z.object({ kind, value: z.string() }),
    errors: ['not_found', 'email_taken', 'phone_taken'],
    limit: { max: 100, seconds: 900 },
  }),
};
