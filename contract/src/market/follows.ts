import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id } from '../platform/fields.ts';

/**
 * A page that more people than this follow is registered with Roskomnadzor by its owner, otherwise it may carry no
 * advertising: law 149-FZ, article 10.6, parts 1.1 to 1.3, added by law 303-FZ of 8 August 2024.
 */
export const LARGE_PAGE_FOLLOWERS = 10_000;

const FollowState = z.object({
  subscribe: bit,
  count: z.number().int(),
});

export const followsApi = {
  set: endpoint('PUT', '/api/publish/subscribe', 'user', {
    summary: 'Subscribe to a person (`subscribe` 1) or stop (0); again changes nothing.',
    body: z.object({ to_id: id, subscribe: flag }),
    response: FollowState,
    errors: ['not_found', 'forbidden', 'blocked'],
  }),
  get: endpoint('GET', '/api/publish/subscribe/get/{id}', 'public', {
    summary: 'Whether the viewer is subscribed to the person `id`, and how many are.',
    standby: true,
    params: z.object({ id }),
    response: FollowState,
    errors: ['not_found'],
  }),
};
