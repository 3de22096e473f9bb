import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bit, id, idList, moment } from './fields.ts';
import { socket } from './socket.ts';

/** People whom one page watches at most. */
export const WATCHED_MAX = 200;

/** Whether somebody is here. Whoever does not show it to the reader is never here, and never was. */
export const PersonPresence = z.object({
  user_id: z.number().int(),
  online: bit,
  /** To the minute; null while unknown. */
  last_seen: moment.nullable(),
});
export type PersonPresence = z.infer<typeof PersonPresence>;

export const presenceApi = {
  online: endpoint({
    method: 'GET',
    path: '/api/users/online',
    aliases: ['/api/user/online'],
    access: 'user',
    summary: 'Who of these people is here now, as far as they show it to me.',
    query: z.object({ ids: idList(WATCHED_MAX) }),
    response: z.object({ list: z.array(PersonPresence) }),
  }),
};

/**
 * What a person's own socket for calls tells: `{ type: 'pong', user_id }` when somebody asks whether they are there;
 * `{ type: 'ok', payload: { user_id } }` when somebody whom they asked answered; `{ type: 'presence', ... }`, a
 * {@link PersonPresence}, for everybody watched, at once and after each change.
 */
export const callNotificationSocket = socket({
  path: '/ws/callnotification/{user_id}/',
  summary: 'Who is there, live, and later incoming calls.',
  params: z.object({ user_id: id }),
  messages: {
    /** Ask whether a person is there. The asker is the session's person, whatever `self_user` says. */
    ping: z.object({ user_id: id, self_user: z.unknown().optional() }),
    /** The answer to a `pong`: `user_id` is who asked. */
    ok: z.object({ payload: z.object({ user_id: id }) }),
    /** Watch these people in place of those watched before. */
    watch: z.object({ user_ids: z.array(id).max(WATCHED_MAX) }),
  },
});
