import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { flag, id, singleLine, text, timestamp, wholeNumber } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';

export const REGISTRATION_REASON_MAX = 500;
export const CODES_AT_ONCE_MAX = 50;
export const CODE_NOTE_MAX = 100;

export const REQUEST_STATES = ['waiting', 'accepted', 'refused'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const RegistrationRequest = z.object({
  user_id: z.number().int(),
  name: z.string(),
  login: z.string(),
  email: z.string(),
  reason: z.string(),
  state: z.enum(REQUEST_STATES),
  requested: timestamp,
  decided: timestamp.nullable(),
  answer: z.string(),
});
export type RegistrationRequest = z.infer<typeof RegistrationRequest>;

export const InvitationCode = z.object({
  id: z.number().int(),
  code: z.string(),
  note: z.string(),
  created: timestamp,
  used: timestamp.nullable(),
  used_by: z.object({ id: z.number().int(), name: z.string() }).nullable(),
});
export type InvitationCode = z.infer<typeof InvitationCode>;

export const registrationsApi = {
  list: endpoint('GET', '/api/admin/registrations', 'staff', {
    permission: 'users.edit',
    summary: 'Newcomers whom staff have to approve, those who wait longest first; or those that were decided.',
    query: z.object({ state: z.enum(REQUEST_STATES).default('waiting'), ...offsetPaging(25, 100) }),
    response: z.object({ requests: z.array(RegistrationRequest), total }),
  }),
  count: endpoint('GET', '/api/admin/registrations/count', 'staff', {
    permission: 'users.edit',
    summary: 'How many newcomers wait for approval.',
    response: z.object({ waiting: z.number().int() }),
  }),
  decide: endpoint('POST', '/api/admin/registrations/{user_id}', 'staff', {
    permission: 'users.edit',
    summary: 'Accept or refuse a newcomer, who is told by email.',
    params: z.object({ user_id: id }),
    body: z.object({ accept: flag, answer: text(REGISTRATION_REASON_MAX).default('') }),
    response: z.object({ user_id: z.number().int() }),
    errors: ['not_found', 'conflict'],
  }),
  listCodes: endpoint('GET', '/api/admin/invitation-codes', 'staff', {
    permission: 'users.edit',
    summary: 'Single-use codes of invitation, the newest first, and who used them.',
    query: z.object(offsetPaging(25, 100)),
    response: z.object({ codes: z.array(InvitationCode), total }),
  }),
  createCodes: endpoint('PUT', '/api/admin/invitation-codes', 'staff', {
    permission: 'users.edit',
    summary: 'Make codes of invitation, of which each admits one newcomer.',
    body: z.object({
      count: wholeNumber(1, CODES_AT_ONCE_MAX).default(1),
      note: singleLine(CODE_NOTE_MAX).default(''),
    }),
    response: z.object({ codes: z.array(z.string()) }),
    limit: { max: 60, seconds: 3600 },
  }),
  removeCode: endpoint('DELETE', '/api/admin/invitation-codes/{id}', 'staff', {
    permission: 'users.edit',
    summary: 'Withdraw a code that nobody has used.',
    params: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found', 'conflict'],
  }),
};
