import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, requiredText, search, timestamp } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';

export const FEEDBACK_MAX = 5000;
/** How long the thanks are shown before the form closes, milliseconds. */
export const FEEDBACK_CLOSE_MS = 2000;

export const FeedbackMessage = z.object({
  id: z.number().int(),
  message: z.string(),
  timestamp: timestamp,
  from_staff: bit,
});
export type FeedbackMessage = z.infer<typeof FeedbackMessage>;

/** One row per person: the latest message, the number of messages, and all of them. */
export const Feedback = z.object({
  user_id: z.number().int(),
  user_name: z.string(),
  email: z.string(),
  message: z.string(),
  timestamp: timestamp,
  count: z.number().int(),
  unread: z.number().int(),
  answered: bit,
  messages: z.array(z.object({ id: z.number().int(), message: z.string(), timestamp: timestamp })),
});
export type Feedback = z.infer<typeof Feedback>;

export const FeedbackFilter = z.object({
  search,
  unread: flag.optional(),
});
export type FeedbackFilter = z.infer<typeof FeedbackFilter>;

/** The latest message that the staff member has on screen, so that newer ones stay unread; default: all. */
const upTo = id.optional();

export const feedbackApi = {
  add: endpoint('PUT', '/api/feedback/add', 'user', {
    summary: 'Write to the people who run the product. Who writes, and their e-mail, come from the session’s profile.',
    body: z.object({
      user_id: z.unknown().optional(),
      email: z.unknown().optional(),
      message: requiredText(FEEDBACK_MAX),
    }),
    response: z.object({ id: z.number().int() }),
    errors: ['email_required'],
    limit: { max: 20, seconds: 3600 },
  }),
  list: endpoint('GET', '/api/feedback', 'staff', {
    permission: 'feedback.read',
    summary: 'Feedback, one row per user, the latest first.',
    query: z.object({
      ...FeedbackFilter.shape,
      ...offsetPaging(10, 100),
      sort: z.enum(['timestamp', 'user_name', 'email', 'count']).default('timestamp'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    response: z.object({ feedbacks: z.array(Feedback), total }),
  }),
  remove: endpoint('DELETE', '/api/feedback/{user_id}', 'staff', {
    permission: 'feedback.answer',
    summary: 'Delete all feedback of the user and its answers.',
    params: z.object({ user_id: id }),
    response: z.object({ user_id: z.number().int() }),
    errors: ['not_found'],
  }),
  own: endpoint('GET', '/api/feedback/own', 'user', {
    summary: 'The viewer’s feedback and its answers, the latest first.',
    query: z.object(offsetPaging(20, 100)),
    response: z.object({
      messages: z.array(FeedbackMessage),
      total,
      unread: z.number().int(),
    }),
  }),
  markOwnSeen: endpoint('POST', '/api/feedback/own/seen', 'user', {
    summary: 'Mark answers up to this one as seen.',
    body: z.object({ up_to: id }),
    response: z.object({ unread: z.number().int() }),
  }),
  unread: endpoint('GET', '/api/feedback/unread', 'staff', {
    permission: 'feedback.read',
    summary: 'How many users have feedback that nobody of the staff has seen.',
    response: z.object({ count: z.number().int() }),
  }),
  thread: endpoint('GET', '/api/feedback/{user_id}/thread', 'staff', {
    permission: 'feedback.read',
    summary: 'Feedback of one user and its answers, the latest first.',
    params: z.object({ user_id: id }),
    query: z.object(offsetPaging(50, 100)),
    response: z.object({
      user_id: z.number().int(),
      user_name: z.string(),
      email: z.string(),
      messages: z.array(FeedbackMessage),
      total,
    }),
    errors: ['not_found'],
  }),
  answer: endpoint('PUT', '/api/feedback/{user_id}/thread', 'staff', {
    permission: 'feedback.answer',
    summary:
      'Answer a user’s feedback: in the bell, and by email where they have an address. Feedback up to `up_to` becomes seen.',
    params: z.object({ user_id: id }),
    body: z.object({ message: requiredText(FEEDBACK_MAX), up_to: upTo }),
    response: FeedbackMessage,
    errors: ['not_found'],
  }),
  markSeen: endpoint('POST', '/api/feedback/{user_id}/seen', 'staff', {
    permission: 'feedback.read',
    summary: 'Mark a user’s feedback up to `up_to` as seen by staff.',
    params: z.object({ user_id: id }),
    body: z.object({ up_to: upTo }),
    response: z.object({ count: z.number().int() }),
    errors: ['not_found'],
  }),
};
