import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bit, flag, id, moment } from './fields.ts';
import { pagePaging, total } from './paging.ts';
import { socket } from './socket.ts';

export const NOTIFICATIONS_PAGE_SIZE = 10;
export const NOTIFICATIONS_PAGE_MAX = 50;

/** What the bell tells. Each kind has a text `notifications.kind.<kind>` in every language. */
export const NOTIFICATION_KINDS = [
  'comment',
  'reply',
  'saved_search',
  'price_drop',
  'back_on_sale',
  'new_ad',
  'ad_expires',
  'ad_expired',
  'ad_published',
  'ad_held',
  'ad_blocked',
  'complaint_received',
  'complaint_outcome',
  'subscriber',
  'phone_revealed',
  'friend_request',
  'friend_accept',
  'referral_joined',
  'payment',
  'like',
  'stream_start',
  'missed_call',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const Notification = z.object({
  id: z.number().int(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** The whole sentence in the request's language: `title` · `body`. `message` repeats it under the specification's other name. */
  text: z.string(),
  message: z.string(),
  /** Who it is from («Анна Лебедева и ещё 4»), or what it is about when it is from nobody. */
  title: z.string(),
  body: z.string(),
  /** How many events it gathered. */
  events: z.number().int(),
  timestamp: moment,
  read: bit,
  /** Path on the site that it is about. */
  link: z.string(),
  meta: z.object({
    /** Who caused it; null when nobody in particular did. */
    user: z
      .object({ id: z.number().int(), firstname: z.string(), lastname: z.string(), photo: z.string().nullable() })
      .nullable(),
    board_id: z.number().int().optional(),
  }),
});
export type Notification = z.infer<typeof Notification>;

const unread = z.object({ count: z.number().int() });

export const notificationsApi = {
  unread: endpoint({
    method: 'POST',
    path: '/api/notifications',
    access: 'user',
    summary: 'How many notifications are unread.',
    response: unread,
    readsOnly: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'user',
    summary:
      'Notifications, newest first. Those shown become read when the call proves itself like a write (bearer token, or X-CSRFToken).',
    query: z.object({
      ...pagePaging(NOTIFICATIONS_PAGE_SIZE, NOTIFICATIONS_PAGE_MAX),
      /** Additive cursor: only older than this one. */
      before_id: id.optional(),
      /** 0: leave them unread. */
      mark: flag.default(1),
    }),
    /** `read` says how each one was found, `unread` what is left after the call. */
    response: z.object({ list: z.array(Notification), total, unread: z.number().int() }),
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    access: 'user',
    summary: 'Mark everything read, up to and including the notification `up_to` when it is named.',
    body: z.object({ up_to: id.optional() }),
    response: unread,
  }),
};

/**
 * What a person's own socket tells: a {@link Notification} with `type: 'notification'` for each new one, which takes the place of
 * what it gathered; `{ type: 'unread', count }` at the start and after each change; and what other parts tell that person.
 */
export const notificationsSocket = socket({
  path: '/ws/notifications/{user_id}/',
  summary: 'New notifications and the unread count, live.',
  params: z.object({ user_id: id }),
});
