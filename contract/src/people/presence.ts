import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, idList, timestamp } from '../platform/fields.ts';

export const WATCHED_USERS_MAX = 200;

/** Presence of a user. Users who hide their presence from the viewer appear as never seen. */
export const UserPresence = z.object({
  user_id: z.number().int(),
  online: bit,
  /** To the minute; null while unknown. */
  last_seen: timestamp.nullable(),
});
export type UserPresence = z.infer<typeof UserPresence>;

export const presenceApi = {
  online: endpoint('GET', ['/api/users/online', '/api/user/online'], 'user', {
    summary: 'Which of these users are online, as far as they show it to the viewer.',
    query: z.object({ ids: idList(WATCHED_USERS_MAX) }),
    response: z.object({ list: z.array(UserPresence) }),
  }),
};
