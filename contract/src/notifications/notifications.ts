import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, line, timestamp, wholeNumber } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { socket } from '../platform/socket.ts';

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
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What people switch on and off: kinds that belong together. Every kind is in exactly one. */
export const NOTIFICATION_TOPICS = {
  /** Of dialogs: never in the list of the bell, so it has no kinds. */
  messages: [],
  circle: ['friend_request', 'friend_accept'],
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
  ],
  complaints: ['complaint_received', 'complaint_outcome'],
  measures: ['measure', 'measure_end'],
  support: ['feedback_answer'],
  payments: ['payment', 'credit'],
} as const satisfies Record<string, readonly NotificationKind[]>;
export type NotificationTopic = keyof typeof NOTIFICATION_TOPICS;
const topic = z.enum(Object.keys(NOTIFICATION_TOPICS) as [NotificationTopic, ...NotificationTopic[]]);

/** What a person has to know: the site always tells it. */
export const MANDATORY_TOPICS: readonly NotificationTopic[] = [
  'messages',
  'review',
  'complaints',
  'measures',
  'support',
  'payments',
];
/** Pushed to nobody who did not ask for it. */
export const QUIET_TOPICS: readonly NotificationTopic[] = ['likes', 'publications', 'phone'];

/** Letters about a topic: one switch here, a switch at each thing, always sent, or there are none. */
export const TOPIC_EMAILS: Readonly<Record<NotificationTopic, 'switch' | 'each' | 'always' | 'none'>> = {
  messages: 'none',
  circle: 'none',
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
  my_ads: 'always',
  phone: 'none',
  review: 'none',
  complaints: 'always',
  measures: 'always',
  support: 'always',
  payments: 'always',
};

/** Until a person says otherwise: no push at night. */
export const QUIET_FROM = '23:00';
export const QUIET_TO = '08:00';
export const DEFAULT_TIME_ZONE = 'Europe/Moscow';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Of the IANA database; the server knows which exist. */
const timeZone = line(60);

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
  timestamp: timestamp,
  read: bit,
  /** Path on the site that it is about. */
  link: z.string(),
  meta: z.object({
    /** Who caused it; null when nobody in particular did. */
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
      /** 0: not told at all. */
      bell: bit,
      /** 0: no push; without the bell there is none either. */
      push: bit,
      /** Letters about it; null where they are not switched here ({@link TOPIC_EMAILS}). */
      mail: bit.nullable(),
    }),
  ),
  /** No push and no sound from … to, by the clock of `time_zone`; null: at any hour. */
  quiet: z.object({ from: clockTime, to: clockTime }).nullable(),
  time_zone: z.string(),
  /** A letter in the morning about what stayed unread for a day. */
  digest: bit,
  /** Where the digest would go; '' when there is no confirmed address. */
  email: z.string(),
  /** How many of the person's devices take pushes. */
  devices: z.number().int(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

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
  markAllRead: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    access: 'user',
    summary: 'Mark everything read, up to and including the notification `up_to` when it is named.',
    body: z.object({ up_to: id.optional() }),
    response: unread,
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/notifications/{id}',
    access: 'user',
    summary: 'One notification of mine; reading it this way leaves it unread.',
    params: z.object({ id }),
    response: Notification,
    errors: ['not_found'],
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/notifications/{id}/read',
    access: 'user',
    summary: 'Mark one notification of mine read; one that is gone changes nothing.',
    params: z.object({ id }),
    response: unread,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    access: 'user',
    summary: 'What I am told about and how, quiet hours, and the morning letter.',
    response: NotificationSettings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/notifications/settings',
    access: 'user',
    summary: 'Change what I am told; what is left out stays. What has to be known cannot be switched off in the bell.',
    body: z.object({
      topics: z
        .array(z.object({ topic, bell: flag.optional(), push: flag.optional(), mail: flag.optional() }))
        .max(50)
        .optional(),
      quiet: z.object({ from: clockTime, to: clockTime }).nullable().optional(),
      time_zone: timeZone.optional(),
      digest: flag.optional(),
    }),
    response: NotificationSettings,
  }),
};

/** The keys of a browser's push subscription, base64url as the browser gives them. */
const pushKey = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`));
};

/** Of one person. */
export const PUSH_DEVICES_MAX = 10;

export const pushApi = {
  key: endpoint({
    method: 'GET',
    path: '/api/notifications/push/key',
    access: 'user',
    summary: 'The application server key (VAPID) that a browser subscribes with.',
    response: z.object({ key: z.string() }),
  }),
  subscribe: endpoint({
    method: 'PUT',
    path: '/api/notifications/push',
    access: 'user',
    summary: `Push to this browser while this session lasts; the oldest of more than ${PUSH_DEVICES_MAX} devices goes.`,
    body: z.object({
      /** Address at one of the known push services. */
      endpoint: z.string().max(1000),
      keys: z.object({ p256dh: pushKey(65), auth: pushKey(16) }),
      /** The browser's; becomes the person's when they chose none. */
      time_zone: timeZone.optional(),
    }),
    response: z.object({ devices: z.number().int() }),
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/notifications/push',
    access: 'user',
    summary: 'Push no more to this browser; again changes nothing.',
    body: z.object({ endpoint: z.string().max(1000) }),
    response: z.object({ devices: z.number().int() }),
  }),
};

/** All that a push carries, encrypted: who asks for more needs the session. */
export interface PushMessage {
  /** Of the notification; absent when the push speaks of several. */
  id?: number;
  /**
   * `message`: of a dialog; `message_request`: strangers wrote, at most once a day. `call`: a call rings, until `call_over` of the same
   * room; `GET calls/current` says whether it still does, and of whom.
   */
  kind: NotificationKind | 'summary' | 'message' | 'message_request' | 'call' | 'call_over';
  /** With `message`: the other end of the dialog; absent when several dialogs have waited for the end of quiet hours. */
  user_id?: number;
  /** With `call` and `call_over`; `user_id` is who rings. */
  room_id?: string;
  /** How much waits: of the bell, of dialogs with `message`, requests with `message_request`. */
  unread: number;
}

/** The number of the last event that a page heard; anything else asks for what is new from now on. */
const after = z.union([wholeNumber(0, Number.MAX_SAFE_INTEGER), z.string().transform(() => 'now' as const)]).optional();

/**
 * What a person's own socket tells. Whoever asks without `after` is the specification's own client, to which each message is one more
 * line of the list: it hears every new {@link Notification} and nothing else.
 *
 * With `?after=<seq>` or an empty `?after=`: first `{ type: 'hello', seq }`, the number of the last event; then the events that
 * followed the number asked for, or `{ type: 'limited', seq }` where too many did: read anew.
 *
 * A {@link Notification} with `type: 'notification'` for each new one, which takes the place of
 * what it gathered; `{ type: 'unread', count }` at the start and after each change; `{ type: 'withdrawn' }` when lines went or changed
 * without a new one; and what other parts tell that person, dialogs among them (`ChatEvent`).
 */
export const notificationsSocket = socket({
  path: '/ws/notifications/{user_id}/',
  summary: 'New notifications and the unread count, live.',
  params: z.object({ user_id: id, after }),
});
