import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, singleLine, timestamp, wholeNumber } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { socket } from '../platform/socket.ts';

export const NOTIFICATIONS_PAGE_SIZE = 10;
export const NOTIFICATIONS_PAGE_MAX = 50;

/** Kinds of notifications. Each kind has a text `notifications.kind.<kind>` in every language. */
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
  'large_page',
  'phone_revealed',
  'friend_request',
  'friend_accept',
  'referral_joined',
  'payment',
  'credit',
  'promotion_over',
  'like',
  'mention',
  'new_publication',
  'video_failed',
  'publication_held',
  'stream_start',
  'missed_call',
  'music_taken_down',
  'approval',
  'publication_review',
  'measure',
  'measure_end',
  'feedback_answer',
  'co_author',
  'deal',
  'deal_review',
  'operation_warning',
  'meeting',
  'meeting_relative',
  'draw',
  'birthday',
  'loan',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Topics that users switch on and off. Every kind belongs to exactly one topic. */
export const NOTIFICATION_TOPICS = {
  /** Chat messages never appear in the bell's list, so the topic has no kinds. */
  messages: [],
  circle: ['friend_request', 'friend_accept'],
  birthdays: ['birthday'],
  comments: ['comment', 'reply'],
  mentions: ['mention'],
  likes: ['like'],
  subscribers: ['subscriber'],
  invitations: ['referral_joined'],
  calls: ['missed_call'],
  streams: ['stream_start'],
  searches: ['saved_search'],
  favorites: ['price_drop', 'back_on_sale'],
  sellers: ['new_ad'],
  publications: ['new_publication'],
  videos: ['video_failed'],
  playlists: ['co_author'],
  deals: ['deal', 'deal_review', 'draw', 'loan'],
  meetings: ['meeting', 'meeting_relative'],
  my_ads: ['ad_expires', 'ad_expired', 'promotion_over'],
  phone: ['phone_revealed'],
  review: [
    'ad_published',
    'ad_held',
    'ad_blocked',
    'music_taken_down',
    'publication_held',
    'approval',
    'publication_review',
    'large_page',
    'operation_warning',
  ],
  complaints: ['complaint_received', 'complaint_outcome'],
  measures: ['measure', 'measure_end'],
  support: ['feedback_answer'],
  payments: ['payment', 'credit'],
} as const satisfies Record<string, readonly NotificationKind[]>;
export type NotificationTopic = keyof typeof NOTIFICATION_TOPICS;
const topic = z.enum(Object.keys(NOTIFICATION_TOPICS) as [NotificationTopic, ...NotificationTopic[]]);

/** Topics that users cannot switch off in the bell. */
export const MANDATORY_TOPICS: readonly NotificationTopic[] = [
  'messages',
  'review',
  'complaints',
  'measures',
  'support',
  'payments',
];
/** Topics whose push is off by default. */
export const QUIET_TOPICS: readonly NotificationTopic[] = ['likes', 'publications', 'phone'];

/** How emails about a topic are controlled: one switch here, a switch per item, always sent, or never. */
export const TOPIC_EMAILS: Readonly<Record<NotificationTopic, 'switch' | 'each' | 'always' | 'none'>> = {
  messages: 'none',
  circle: 'none',
  birthdays: 'none',
  comments: 'none',
  mentions: 'none',
  likes: 'none',
  subscribers: 'none',
  invitations: 'none',
  calls: 'none',
  streams: 'none',
  searches: 'each',
  favorites: 'switch',
  sellers: 'each',
  publications: 'none',
  videos: 'none',
  playlists: 'none',
  deals: 'none',
  meetings: 'none',
  my_ads: 'always',
  phone: 'none',
  review: 'none',
  complaints: 'always',
  measures: 'always',
  support: 'always',
  payments: 'always',
};

export const QUIET_FROM = '23:00';
export const QUIET_TO = '08:00';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** IANA time zone; the server checks that the zone exists. */
const timeZone = singleLine(60);

export const Notification = z.object({
  id: z.number().int(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** The whole sentence in the request's language: `title` · `body`. `message` is its name in the specification. */
  text: z.string(),
  message: z.string(),
  /** The actors («Анна Лебедева и ещё 4»), or the subject when there is no actor. */
  title: z.string(),
  body: z.string(),
  events: z.number().int(),
  timestamp: timestamp,
  read: bit,
  link: z.string(),
  meta: z.object({
    /** The user who caused the notification; null when there is none. */
    user: z
      .object({ id: z.number().int(), firstname: z.string(), lastname: z.string(), photo: z.string().nullable() })
      .nullable(),
    board_id: z.number().int().optional(),
    /** 1: a friend request that still waits for the reader's answer. */
    can_answer: bit.optional(),
  }),
});
export type Notification = z.infer<typeof Notification>;

const unread = z.object({ count: z.number().int() });

export const NotificationSettings = z.object({
  topics: z.array(
    z.object({
      topic,
      bell: bit,
      /** 0: no push; off as well when the bell is off. */
      push: bit,
      /** Emails about the topic; null where they are not switched here ({@link TOPIC_EMAILS}). */
      mail: bit.nullable(),
    }),
  ),
  /** Quiet hours without push and sound, in `time_zone`; null: none. */
  quiet: z.object({ from: clockTime, to: clockTime }).nullable(),
  /** Zone of letters, exports and quiet hours; Moscow while none is known. */
  time_zone: z.string(),
  /** 1: chosen by the user for every device; 0: told by the browser. */
  time_zone_chosen: bit,
  digest: bit,
  /** Address of the digest; '' without a confirmed address. */
  email: z.string(),
  devices: z.number().int(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const notificationsApi = {
  unread: endpoint('POST', '/api/notifications', 'user', {
    summary: 'How many notifications are unread.',
    response: unread,
    readsOnly: true,
  }),
  list: endpoint('GET', '/api/notifications', 'user', {
    summary:
      'Notifications, newest first. Those shown become read when the request is authorized like a write (bearer token, or X-CSRFToken).',
    query: z.object({
      ...pagePaging(NOTIFICATIONS_PAGE_SIZE, NOTIFICATIONS_PAGE_MAX),
      before_id: id.optional(),
      mark: flag.default(1),
    }),
    /** `read` is the state before the call, `unread` the number left after it. */
    response: z.object({ list: z.array(Notification), total, unread: z.number().int() }),
  }),
  markAllRead: endpoint('POST', '/api/notifications/read', 'user', {
    summary: 'Mark everything read, up to and including the notification `up_to` when it is named.',
    body: z.object({ up_to: id.optional() }),
    response: unread,
  }),
  one: endpoint('GET', '/api/notifications/{id}', 'user', {
    summary: 'One own notification; reading it this way leaves it unread.',
    params: z.object({ id }),
    response: Notification,
    errors: ['not_found'],
  }),
  markRead: endpoint('POST', '/api/notifications/{id}/read', 'user', {
    summary: 'Mark one own notification read; repeating changes nothing.',
    params: z.object({ id }),
    response: unread,
  }),
  settings: endpoint('GET', '/api/notifications/settings', 'user', {
    summary: 'Notification settings: topics and channels, quiet hours, and the morning digest.',
    response: NotificationSettings,
  }),
  changeSettings: endpoint('PUT', '/api/notifications/settings', 'user', {
    summary:
      'Change the notification settings; omitted fields stay. Mandatory kinds cannot be switched off in the bell.',
    body: z.object({
      topics: z
        .array(z.object({ topic, bell: flag.optional(), push: flag.optional(), mail: flag.optional() }))
        .max(50)
        .optional(),
      quiet: z.object({ from: clockTime, to: clockTime }).nullable().optional(),
      /** null: the zone of the browser, which tells it with its next page. */
      time_zone: timeZone.nullable().optional(),
      digest: flag.optional(),
    }),
    response: NotificationSettings,
  }),
};

/** Key of a browser's push subscription, base64url as the browser gives it. */
const pushKey = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`));
};

export const PUSH_DEVICES_MAX = 10;

export const pushApi = {
  key: endpoint('GET', '/api/notifications/push/key', 'user', {
    summary: 'The application server key (VAPID) that a browser subscribes with.',
    response: z.object({ key: z.string() }),
  }),
  subscribe: endpoint('PUT', '/api/notifications/push', 'user', {
    summary: `Subscribe this browser to push while the session lasts; the oldest of more than ${PUSH_DEVICES_MAX} devices is removed.`,
    body: z.object({
      /** Address at one of the known push services. */
      endpoint: singleLine(1000),
      keys: z.object({ p256dh: pushKey(65), auth: pushKey(16) }),
      /** The browser's time zone; stored for users who chose none. */
      time_zone: timeZone.optional(),
    }),
    response: z.object({ devices: z.number().int() }),
  }),
  unsubscribe: endpoint('DELETE', '/api/notifications/push', 'user', {
    summary: 'Unsubscribe this browser from push; repeating changes nothing.',
    body: z.object({ endpoint: singleLine(1000) }),
    response: z.object({ devices: z.number().int() }),
  }),
};

/** The whole encrypted payload of a push; details need the session. */
export interface PushMessage {
  /** Id of the notification; absent when the push summarizes several. */
  id?: number;
  /**
   * `message`: a chat message; `message_request`: sent at most once a day. `call`: a call rings, until `call_over` of
   * the same room; `GET calls/current` says whether it still rings, and who calls.
   */
  kind: NotificationKind | 'summary' | 'message' | 'message_request' | 'call' | 'call_over';
  /** With `message`: the other person of the chat; absent when several chats waited for the end of quiet hours. */
  user_id?: number;
  /** With `call` and `call_over`; `user_id` is the caller. */
  room_id?: string;
  /** Unread count: of the bell; of chats with `message`; of requests with `message_request`. */
  unread: number;
}

/** Number of the last event that the page received; any other value requests only new events. */
const after = z.union([wholeNumber(0, Number.MAX_SAFE_INTEGER), z.string().transform(() => 'now' as const)]).optional();

const seq = z.number().int();

/**
 * Events of a user channel. A client without `after` is the specification's own client, which appends each message to
 * its list: it receives every new {@link Notification} and nothing else.
 *
 * With `?after=<seq>` or an empty `?after=`: first `{ type: 'hello', seq }`, the number of the last event; then the
 * events after the given number, or `{ type: 'limited', seq }` when there are too many and the client must reload.
 *
 * A {@link Notification} with `type: 'notification'` for each new one, which replaces those it groups; `{ type:
 * 'unread', count }` at the start and after each change; `{ type: 'withdrawn' }` when notifications were removed or
 * changed without a new one; and events of other domains, such as `ChatEvent`.
 */
export const UserChannelEvent = z.discriminatedUnion('type', [
  Notification.extend({ type: z.literal('notification'), seq: seq.optional() }),
  z.object({ type: z.literal('hello'), seq }),
  z.object({ type: z.literal('limited'), seq }),
  z.object({ type: z.literal('unread'), count: z.number().int(), seq: seq.optional() }),
  z.object({ type: z.literal('withdrawn'), seq: seq.optional() }),
]);

export const notificationsSocket = socket({
  path: '/ws/notifications/{user_id}/',
  summary: 'New notifications and the unread count, live.',
  params: z.object({ user_id: id, after }),
  events: UserChannelEvent,
});
