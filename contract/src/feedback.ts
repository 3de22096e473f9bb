import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, moment, requiredText, search } from './fields.ts';
import { offsetPaging, total } from './paging.ts';

export const FEEDBACK_MAX = 5000;
/** How long the thanks stand before the form closes, milliseconds. */
export const FEEDBACK_CLOSE_MS = 2000;

/** One row per person: the latest message, how many there are, and all of them. */
export const Feedback = z.object({
  user_id: z.number().int(),
  user_name: z.string(),
  email: z.string(),
  message: z.string(),
  timestamp: moment,
  count: z.number().int(),
  /** The latest first. */
  messages: z.array(z.object({ id: z.number().int(), message: z.string(), timestamp: moment })),
});
export type Feedback = z.infer<typeof Feedback>;

export const feedbackApi = {
  add: endpoint({
    method: 'PUT',
    path: '/api/feedback/add',
    access: 'user',
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
  list: endpoint({
    method: 'GET',
    path: '/api/feedback',
    access: 'staff',
    summary: 'What people wrote, one row a person, the latest first.',
    query: z.object({ search, ...offsetPaging(10, 100) }),
    response: z.object({ feedbacks: z.array(Feedback), total }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/feedback/{user_id}',
    access: 'staff',
    summary: 'Remove everything the person wrote.',
    params: z.object({ user_id: id }),
    response: z.object({ user_id: z.number().int() }),
    errors: ['not_found'],
  }),
};
