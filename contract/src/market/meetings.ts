import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, id, optionalId, singleLine, text, timestamp } from '../platform/fields.ts';
import { SAFE_PLACE_KINDS, SafePlace } from '../reference/safe-places.ts';

export const MEETING_PLACE_MAX = 120;
export const MEETING_NOTE_MAX = 200;
export const MEETING_REASON_MAX = 200;
export const MEETING_DAYS_MAX = 30;
/** Days after its time when a meeting is deleted. */
export const MEETING_RETENTION_DAYS = 90;

/** Minutes from the time of a meeting; negative ones are before it. */
export const MEETING_MINUTES = {
  reminder: -60,
  arrivalFrom: -30,
  /** When a person who has not confirmed is asked how it went. */
  question: 10,
  /** When the relative of a person who still has not confirmed is told. */
  relative: 30,
  arrivalUntil: 120,
  over: 1440,
} as const;

/** `replaced`: another place or time was proposed instead. `expired`: nobody answered before its time. */
export const MEETING_STATES = ['proposed', 'agreed', 'over', 'declined', 'cancelled', 'replaced', 'expired'] as const;
export type MeetingState = (typeof MEETING_STATES)[number];

/** `confirm`: the person is well after the meeting. `relative`: to choose who is told otherwise. */
export const MEETING_ACTIONS = ['confirm', 'arrive', 'accept', 'change', 'decline', 'cancel', 'relative'] as const;
export type MeetingAction = (typeof MEETING_ACTIONS)[number];

const sides = z.object({ me: bit, other: bit });

/** A meeting as one of its two people sees it now. */
export const Meeting = z.object({
  id: z.number().int(),
  /** null once the ad is deleted. */
  board_id: z.number().int().nullable(),
  title: z.string(),
  /** The other person. */
  user_id: z.number().int(),
  user_name: z.string(),
  /** 1: proposed by the viewer. */
  mine: bit,
  state: z.enum(MEETING_STATES),
  /** `kind` null: written by hand, in a city without safe places. */
  place: z.object({ kind: z.enum(SAFE_PLACE_KINDS).nullable(), name: z.string(), address: z.string() }),
  at: timestamp,
  note: z.string(),
  /** Who cancelled, and the reason given. */
  cancelled: z.object({ mine: bit, reason: z.string() }).nullable(),
  arrived: sides,
  confirmed: sides,
  /** Whom the viewer wants told; nobody else sees it. `notified` 1: the relative was told that no confirmation came. */
  relative: z.object({ id: z.number().int(), name: z.string(), notified: bit }).nullable(),
  /** What the viewer may do now. */
  actions: z.array(z.enum(MEETING_ACTIONS)),
});
export type Meeting = z.infer<typeof Meeting>;

/** A place of the list, or one written by hand where the city has no list. */
const proposal = {
  place_id: optionalId,
  place: singleLine(MEETING_PLACE_MAX).default(''),
  at: z.iso.datetime({ offset: true }),
  note: text(MEETING_NOTE_MAX).default(''),
};
export const MeetingProposal = z.object(proposal);
export type MeetingProposal = z.infer<typeof MeetingProposal>;

const params = z.object({ id });
const limit = { max: 60, seconds: 3600 };

export const meetingsApi = {
  list: endpoint('GET', '/api/meetings', 'user', {
    summary: 'The viewer’s meetings that are proposed, agreed or not confirmed yet, the next one first.',
    response: z.object({ list: z.array(Meeting) }),
  }),
  one: endpoint('GET', '/api/meetings/{id}', 'user', {
    summary: 'One own meeting.',
    params,
    response: Meeting,
    errors: ['not_found'],
  }),
  options: endpoint('GET', '/api/meetings/options', 'user', {
    summary: 'Safe public places of the city of an ad, for a meeting about it; an empty list lets write a place.',
    query: z.object({ board_id: id }),
    response: z.object({ places: z.array(SafePlace), city_name: z.string() }),
    errors: ['not_found', 'gone'],
  }),
  propose: endpoint('PUT', '/api/meetings', 'user', {
    summary:
      'Propose a meeting about an ad to the other person of its accepted deal, or of the chat about it while it is reserved by hand. The proposal is a message of the chat.',
    body: MeetingProposal.extend({ board_id: id, user_id: id }),
    response: Meeting,
    errors: ['not_found', 'gone', 'blocked', 'meeting_unavailable', 'meeting_runs', 'strangers_limit'],
    limit,
  }),
  change: endpoint('PUT', '/api/meetings/{id}/change', 'user', {
    summary: 'Propose another place or time instead of a meeting that is proposed or agreed.',
    params,
    body: MeetingProposal,
    response: Meeting,
    errors: ['not_found', 'blocked', 'meeting_closed', 'meeting_unavailable', 'strangers_limit'],
    limit,
  }),
  accept: endpoint('POST', '/api/meetings/{id}/accept', 'user', {
    summary: 'Accept a meeting that the other person proposed. Repeating changes nothing.',
    params,
    response: Meeting,
    errors: ['not_found', 'forbidden', 'blocked', 'meeting_closed'],
  }),
  decline: endpoint('POST', '/api/meetings/{id}/decline', 'user', {
    summary: 'Decline a meeting that the other person proposed. Repeating changes nothing.',
    params,
    response: Meeting,
    errors: ['not_found', 'forbidden', 'meeting_closed'],
  }),
  cancel: endpoint('POST', '/api/meetings/{id}/cancel', 'user', {
    summary: 'Cancel a meeting before its time, with a reason. Repeating changes nothing.',
    params,
    body: z.object({ reason: text(MEETING_REASON_MAX).default('') }),
    response: Meeting,
    errors: ['not_found', 'meeting_closed'],
  }),
  arrive: endpoint('POST', '/api/meetings/{id}/arrive', 'user', {
    summary:
      'Say that the viewer is at the place: from 30 minutes before the time until two hours after it. Repeating changes nothing.',
    params,
    response: Meeting,
    errors: ['not_found', 'meeting_closed', 'meeting_time'],
  }),
  confirm: endpoint('POST', '/api/meetings/{id}/confirm', 'user', {
    summary: 'Say that all went well, from the time of the meeting on for a day. Repeating changes nothing.',
    params,
    response: Meeting,
    errors: ['not_found', 'meeting_closed', 'meeting_time'],
  }),
  setRelative: endpoint('PUT', '/api/meetings/{id}/relative', 'user', {
    summary:
      'Choose a relative of the viewer’s circle who is told when the viewer has not confirmed 30 minutes after the time; null: nobody. The other person never sees it.',
    params,
    body: z.object({ user_id: optionalId }),
    response: Meeting,
    errors: ['not_found', 'meeting_closed'],
  }),
};
