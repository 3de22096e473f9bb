import { z } from 'zod';
import { STREAM_STATES } from '../live/stream-states.ts';
import { AD_KINDS, PRICE_PERIODS } from '../market/ads.ts';
import { Offer } from '../market/deals.ts';
import { Meeting } from '../market/meetings.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  bit,
  day,
  flag,
  id,
  idList,
  optionalId,
  search,
  singleLine,
  text,
  timestamp,
  wholeNumber,
} from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { socket } from '../platform/socket.ts';
import { CHAT_FILE_ERRORS, CHAT_FILE_LIMITS, ChatFile } from './chat-files.ts';
import { LinkCard } from './link-cards.ts';

export const CHATS_PAGE_SIZE = 25;
export const CHATS_PAGE_MAX = 100;
export const MESSAGES_PAGE_SIZE = 25;
export const MESSAGES_PAGE_MAX = 100;
export const MESSAGE_MAX = 4096;
export const MESSAGE_FILES_MAX = 10;
/** Maximum total bytes of files sent in the request itself. */
export const MESSAGE_BYTES_MAX = 100 * 1024 * 1024;
/** Maximum characters of the last message in the list of chats; longer ones end in an ellipsis. */
export const PREVIEW_MAX = 73;
export const EDIT_HOURS = 48;
/** Maximum message requests that one person may start in 24 hours. */
export const NEW_CONTACTS_PER_DAY = 20;
export const PINNED_MESSAGES_MAX = 20;
export const PINNED_CHATS_MAX = 10;
export const FORWARDED_MAX = 50;
export const DELETED_AT_ONCE_MAX = 100;
export const REACTIONS = ['👍', '❤️', '🔥', '😂', '😮', '😢', '🙏', '👎'] as const;
/** Durations for muting a chat, seconds; 0: until unmuted. */
export const MUTE_CHOICES = [3600, 8 * 3600, 0] as const;

const Params = z.object({ id });
const reaction = z.enum(REACTIONS);
const clientKey = z.uuid();

/** The other person of a chat. A deleted person has the name of nobody, and `deleted` is 1. */
export const ChatPerson = z.object({
  id: z.number().int(),
  firstname: z.string(),
  lastname: z.string(),
  photo: z.string().nullable(),
  deleted: bit.optional(),
  /** Absent when the person hides the online state from the viewer. */
  online: bit.optional(),
  last_seen: timestamp.nullable().optional(),
});
export type ChatPerson = z.infer<typeof ChatPerson>;

/** Cards that people send. */
export const SHARED_CARD_KINDS = ['ad', 'user', 'publication', 'track', 'playlist', 'stream'] as const;
export type SharedCardKind = (typeof SHARED_CARD_KINDS)[number];
/** Cards that only a deal sends, and that concern its two people only: an offer of a price or a loan, and a meeting. */
export const DEAL_CARD_KINDS = ['offer', 'meeting'] as const;
export type DealCardKind = (typeof DEAL_CARD_KINDS)[number];
export const CARD_KINDS = [...SHARED_CARD_KINDS, ...DEAL_CARD_KINDS] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** What the quick replies of a chat are about: the kinds of ads besides things for sale, and work and services. */
export const REPLY_TOPICS = ['buy', 'give', 'swap', 'rent', 'lend', 'job'] as const;
export type ReplyTopic = (typeof REPLY_TOPICS)[number];

/** A card as it is now, not as it was when sent. */
export const ChatCard = z.object({
  kind: z.enum(CARD_KINDS),
  id: z.number().int(),
  link: z.string(),
  title: z.string(),
  /** Subtitle: the city of an ad, the occupation of a person, the author or performer; '' without one. */
  about: z.string(),
  photo: z.string().nullable(),
  /** Of an ad: whole roubles. */
  price: z.number().int().optional(),
  ad_kind: z.enum(AD_KINDS).optional(),
  price_period: z.enum(PRICE_PERIODS).optional(),
  /** Of an ad to lend: the day that its owner named. */
  return_on: z.string().optional(),
  /** Of an ad whose thing is lent: the day on which it is due. */
  lent_until: z.string().optional(),
  /** Of an ad: whose quick replies fit it; absent for things for sale. */
  topic: z.enum(REPLY_TOPICS).optional(),
  stream_state: z.enum(STREAM_STATES).optional(),
  /** `gone`: nobody can see it any more. */
  state: z.enum(['active', 'archived', 'gone']),
  /** Of an ad that the reader can see: what `state` does not tell. */
  ad_state: z.enum(['active', 'reserved', 'sold', 'archived']).optional(),
  /** Of kind `offer`: what was offered, and what the reader may do about it. */
  offer: Offer.optional(),
  /** Of kind `meeting`: where and when, and what the reader may do about it. */
  meeting: Meeting.optional(),
  mine: bit,
});
export type ChatCard = z.infer<typeof ChatCard>;

/** Why a message from somebody who is no contact needs care: an external link, a card number, a request for a code. */
export const WARNINGS = ['link', 'card_number', 'code'] as const;

/** `call`: a call of two that was answered or declined. */
export const MESSAGE_KINDS = ['message', 'missed_call', 'call'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const Message = z.object({
  id: z.number().int(),
  /** Number of the message in the chat: from 1, without gaps. */
  seq: z.number().int(),
  kind: z.enum(MESSAGE_KINDS),
  user: ChatPerson,
  mine: bit,
  content: z.string(),
  /** Addresses of the files, which need the session; `attachments` has the details. */
  files: z.array(z.string()),
  attachments: z.array(ChatFile),
  timestamp: timestamp,
  edited: timestamp.nullable(),
  /** 1: deleted for both, without content. Such messages occur only in change lists, never in a page. */
  deleted: bit,
  pinned: bit,
  silent: bit,
  /** 1: the away answer of a seller, which the product sent. */
  automatic: bit.optional(),
  /** The quoted message as it is now; text and kind are `null` when it was deleted. */
  reply: z
    .object({
      id: z.number().int(),
      user_id: z.number().int(),
      name: z.string(),
      content: z.string(),
      kind: z.enum(['text', 'photo', 'video', 'audio', 'voice', 'file', 'card', 'gone']),
    })
    .nullable(),
  forwarded: z.object({ user_id: z.number().int(), name: z.string() }).nullable(),
  card: ChatCard.nullable(),
  /** Of the first link in the text, as soon as the server has read its page; absent without one. */
  link_card: LinkCard.optional(),
  /** Of kind `call`: `user_id` is the other person, `duration_s` 0 when the call was declined. */
  call: z.object({ user_id: z.number().int(), declined: bit, duration_s: z.number().int() }).optional(),
  reactions: z.array(z.object({ reaction, count: z.number().int(), mine: bit })),
  warnings: z.array(z.enum(WARNINGS)),
  /** The sender's idempotency key; returned only to the sender. */
  client_key: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

export const FOLDERS = ['main', 'requests', 'archive'] as const;
export type Folder = (typeof FOLDERS)[number];

export const Chat = z.object({
  user: ChatPerson,
  last_message: z
    .object({
      id: z.number().int(),
      seq: z.number().int(),
      mine: bit,
      /** As in the message. */
      automatic: bit.optional(),
      /**
       * The whole text. `preview` has at most {@link PREVIEW_MAX} characters and an ellipsis, or a label for a message
       * without text.
       */
      content: z.string(),
      preview: z.string(),
      files: z.array(z.string()),
      kind: z.enum(['text', 'photo', 'video', 'audio', 'voice', 'file', 'card', 'missed_call', 'call']),
      timestamp: timestamp,
    })
    .nullable(),
  blocked: bit,
  /** 1: a message of the viewer would be delivered, as far as is known now. */
  may_write: bit,
  folder: z.enum(FOLDERS),
  unread: z.number().int(),
  marked: bit,
  pinned: bit,
  muted: bit,
  /** null with `muted` 1: until unmuted. */
  muted_until: timestamp.nullable(),
  draft: z.string(),
  /**
   * The newest message delivered to the other person's device, and the newest one read; read positions are 0 when
   * either person hides them.
   */
  delivered_seq: z.number().int(),
  read_seq: z.number().int(),
  my_read_seq: z.number().int(),
});
export type Chat = z.infer<typeof Chat>;

export const MessageRequestSender = z.object({
  registered: timestamp,
  mutual: z.number().int(),
  ads_count: z.number().int(),
  rating: z.number().nullable(),
  rating_count: z.number().int(),
  /** ISO code of the country of the phone number; '' when unknown. */
  phone_country: z.string(),
  verified: z.object({ email: bit, phone: bit }),
});
export type MessageRequestSender = z.infer<typeof MessageRequestSender>;

export const ChatCounts = z.object({
  /** Unread messages of chats that are not muted, archived or requests. */
  unread: z.number().int(),
  chats: z.number().int(),
  requests: z.number().int(),
});
export type ChatCounts = z.infer<typeof ChatCounts>;

const extras = {
  /** UUID: a repeated key returns the message that was sent with it. `Idempotency-Key` is an alternative. */
  client_key: clientKey.optional(),
  file_ids: idList(MESSAGE_FILES_MAX).optional(),
  reply_to: optionalId,
  /** The ad that the sender came from; it becomes the subject of the chat, and the first message about it its card. */
  board_id: optionalId,
  card_kind: z.enum(SHARED_CARD_KINDS).optional(),
  card_id: optionalId,
  silent: flag.optional(),
  /** 0 leaves out the card of the text's link. */
  link_card: flag.optional(),
};

export const MessageDraft = z.object({ content: text(MESSAGE_MAX).default(''), ...extras });
export type MessageDraft = z.infer<typeof MessageDraft>;

const sendErrors = [
  'not_found',
  'forbidden',
  'blocked',
  'message_empty',
  'strangers_limit',
  ...CHAT_FILE_ERRORS,
] as const;
const Counts = ChatCounts;

export const ChatSettings = z.object({
  /** 0: hides the user's read receipts, and those of others from the user. */
  shows_reads: bit,
  /** 0: hides the user's typing state, and that of others from the user. */
  shows_typing: bit,
  /** Offered above an empty field in chats about ads of others, and about own ads. */
  quick_replies: z.array(z.string()),
  seller_replies: z.array(z.string()),
  /** The same two for chats about ads of other topics than things for sale. */
  topic_replies: z.array(
    z.object({
      topic: z.enum(REPLY_TOPICS),
      quick_replies: z.array(z.string()),
      seller_replies: z.array(z.string()),
    }),
  ),
});
export type ChatSettings = z.infer<typeof ChatSettings>;
export const QUICK_REPLIES_MAX = 10;
export const QUICK_REPLY_MAX = 200;
const quickReplies = z.array(singleLine(QUICK_REPLY_MAX)).max(QUICK_REPLIES_MAX);

export const ScheduledMessage = z.object({
  id: z.number().int(),
  content: z.string(),
  files: z.array(z.string()),
  attachments: z.array(ChatFile),
  card: ChatCard.nullable(),
  send_at: timestamp,
  silent: bit,
  failure: z.string(),
  failure_text: z.string(),
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;
export const SCHEDULED_MAX = 50;
export const SCHEDULED_DAYS_MAX = 365;

export const chatApi = {
  list: endpoint('GET', '/api/chat', 'user', {
    summary:
      'The viewer’s chats, pinned ones first, then by the last message. `search` matches names and last messages.',
    query: z.object({
      search,
      folder: z.enum(FOLDERS).optional(),
      ...pagePaging(CHATS_PAGE_SIZE, CHATS_PAGE_MAX),
    }),
    response: z.object({ list: z.array(Chat), total, counts: ChatCounts }),
  }),
  counts: endpoint('GET', '/api/chat/unread', 'user', {
    summary: 'Number of unread messages.',
    response: Counts,
  }),
  /**
   * The chat with this user. An empty chat fails with 404, which clients ignore; with a `seq` cursor the response is an
   * empty page.
   */
  messages: endpoint('GET', '/api/chat/{id}', 'user', {
    summary:
      'Messages with a user, newest first. Received ones become read when the request is authorized like a write (bearer token, or X-CSRFToken).',
    params: Params,
    query: z.object({
      ...pagePaging(MESSAGES_PAGE_SIZE, MESSAGES_PAGE_MAX),
      /** Messages received live since the first page, subtracted when pages are counted. */
      skip: wholeNumber(0, 1_000_000).default(0),
      /** Cursors by `seq`: only older, only newer (then oldest first), or around one. They replace `page`. */
      before_seq: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
      after_seq: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
      around_seq: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
      /** Cursor by id: only older messages. */
      before_id: id.optional(),
      mark: flag.default(1),
    }),
    response: z.object({
      list: z.array(Message),
      total,
      chat: Chat,
    }),
    errors: ['not_found'],
  }),
  /** What a chat page needs before the first message exists. */
  header: endpoint('GET', '/api/chat/{id}/head', 'user', {
    summary:
      'The header of a chat: its row in the list, its ad, pinned messages, and the sender of a message request. Also for empty chats.',
    params: Params,
    query: z.object({ board_id: optionalId }),
    response: z.object({
      chat: Chat,
      about: ChatCard.nullable(),
      /** 1: the viewer may propose a meeting about the ad `about` to this person now. */
      may_meet: bit,
      pinned: z.array(Message),
      stranger: MessageRequestSender.nullable(),
      scheduled: z.number().int(),
      /** How many more message requests the viewer may start today; null when this person is a contact. */
      strangers_left: z.number().int().nullable(),
    }),
    errors: ['not_found'],
  }),
  one: endpoint('GET', '/api/chat/messages/{id}', 'user', {
    summary: 'One message of an own chat.',
    params: Params,
    response: Message,
    errors: ['not_found'],
  }),
  send: endpoint('PUT', '/api/chat/{id}', 'user', {
    summary:
      'Send a message: a text, or at least one file, at most ten. Files in one request: 100 MB together; larger ones are uploaded by `chat/files` first.',
    params: Params,
    body: MessageDraft,
    files: {
      files: {
        kind: 'any',
        maxCount: MESSAGE_FILES_MAX,
        maxBytes: MESSAGE_BYTES_MAX,
        maxBytesOf: CHAT_FILE_LIMITS,
        totalBytes: MESSAGE_BYTES_MAX,
      },
    },
    response: Message,
    errors: sendErrors,
    limit: { max: 600, seconds: 60 },
  }),
  block: endpoint('POST', '/api/chat/{id}', 'user', {
    summary: 'Block a user: neither can contact the other.',
    params: Params,
    response: z.object({ blocked: bit }),
    errors: ['not_found', 'forbidden'],
  }),
  unblock: endpoint('POST', '/api/chat/unblock/{id}', 'user', {
    summary: 'Unblock a user.',
    params: Params,
    response: z.object({ blocked: bit }),
  }),
  remove: endpoint('DELETE', '/api/chat/{id}', 'user', {
    summary: 'Delete the chat for the viewer; with `both=1` for both, completely.',
    params: Params,
    query: z.object({ both: flag.default(0) }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  edit: endpoint('POST', '/api/chat/messages/{id}', 'user', {
    summary: `Edit an own message within ${EDIT_HOURS} hours.`,
    params: Params,
    body: z.object({ content: text(MESSAGE_MAX) }),
    response: Message,
    errors: ['not_found', 'blocked', 'message_empty', 'edit_too_late'],
  }),
  removeMessages: endpoint('DELETE', '/api/chat/messages', 'user', {
    summary: 'Delete messages of one chat for the viewer; with `both` 1 own messages for both.',
    body: z.object({ ids: idList(DELETED_AT_ONCE_MAX), both: flag.default(0) }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  react: endpoint('PUT', '/api/chat/messages/{id}/reaction', 'user', {
    summary: 'Set the viewer’s one reaction to a message; null removes it.',
    params: Params,
    body: z.object({ reaction: reaction.nullable() }),
    response: Message,
    errors: ['not_found', 'blocked'],
  }),
  pinMessage: endpoint('PUT', '/api/chat/messages/{id}/pin', 'user', {
    summary: `Pin a message for both, at most ${PINNED_MESSAGES_MAX} of a chat; with \`pinned\` 0 unpin it.`,
    params: Params,
    body: z.object({ pinned: flag.default(1) }),
    response: Message,
    errors: ['not_found', 'blocked', 'pins_full'],
  }),
  forward: endpoint('PUT', '/api/chat/{id}/forward', 'user', {
    summary: `Forward readable messages, at most ${FORWARDED_MAX}, to this user, in their order. Repeated with the same key, it is done once.`,
    params: Params,
    body: z.object({ ids: idList(FORWARDED_MAX), client_key: clientKey.optional(), silent: flag.optional() }),
    response: z.object({ list: z.array(Message) }),
    errors: sendErrors,
    // One request forwards or sends many messages.
    limit: { max: 60, seconds: 60 },
  }),
  markRead: endpoint('POST', '/api/chat/{id}/read', 'user', {
    summary: 'Mark messages up to this number as read; with `marked` 1, mark the chat as unread instead.',
    params: Params,
    body: z.object({ seq: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(), marked: flag.optional() }),
    response: Counts,
    errors: ['not_found'],
  }),
  delivered: endpoint('POST', '/api/chat/delivered', 'user', {
    summary: 'Mark chats as delivered to a device of the viewer up to these numbers.',
    body: z.object({
      list: z
        .array(z.object({ user_id: id, seq: wholeNumber(1, Number.MAX_SAFE_INTEGER) }))
        .min(1)
        .max(100),
    }),
    response: z.object({ success: z.literal(true) }),
  }),
  change: endpoint('PUT', '/api/chat/{id}/settings', 'user', {
    summary: 'Pin, mute or archive a chat; omitted fields stay. `mute`: seconds, 0 without an end, null to unmute.',
    params: Params,
    body: z.object({
      pinned: flag.optional(),
      archived: flag.optional(),
      mute: z.union([z.null(), wholeNumber(0, 365 * 86_400)]).optional(),
    }),
    response: Chat,
    errors: ['not_found', 'pins_full'],
  }),
  draft: endpoint('PUT', '/api/chat/{id}/draft', 'user', {
    summary: 'Save the draft of a message, shown on the viewer’s other devices. An empty text discards it.',
    params: Params,
    body: z.object({ text: text(MESSAGE_MAX) }),
    response: z.object({ text: z.string() }),
    errors: ['not_found'],
  }),
  answerRequest: endpoint('POST', '/api/chat/{id}/request', 'user', {
    summary:
      'Answer a message request: `accept` moves the chat into the list, `decline` hides it silently, `report` also complains and blocks.',
    params: Params,
    body: z.object({ answer: z.enum(['accept', 'decline', 'report']) }),
    response: Counts,
    errors: ['not_found'],
  }),
  search: endpoint('GET', '/api/chat/search', 'user', {
    summary: 'Search messages by word form, person, date and kind of file, newest first; in one chat with `user_id`.',
    query: z.object({
      search,
      user_id: optionalId,
      from: z.enum(['me', 'them']).optional(),
      since: day.optional(),
      until: day.optional(),
      /** IANA zone of both days; Moscow without one. */
      time_zone: singleLine(60).optional(),
      kind: z.enum(['photo', 'video', 'audio', 'voice', 'file', 'link', 'card']).optional(),
      ...pagePaging(MESSAGES_PAGE_SIZE, MESSAGES_PAGE_MAX),
    }),
    response: z.object({ list: z.array(z.object({ message: Message, user: ChatPerson })), total }),
  }),
  settings: endpoint('GET', '/api/chat/settings', 'user', {
    summary: 'Chat settings: read receipts, typing and quick replies.',
    response: ChatSettings,
  }),
  changeSettings: endpoint('PUT', '/api/chat/settings', 'user', {
    summary: 'Change the chat settings; omitted fields stay.',
    body: z.object({
      shows_reads: flag.optional(),
      shows_typing: flag.optional(),
      quick_replies: quickReplies.optional(),
      seller_replies: quickReplies.optional(),
    }),
    response: ChatSettings,
  }),
  scheduled: endpoint('GET', '/api/chat/{id}/scheduled', 'user', {
    summary: 'The viewer’s scheduled messages to this user, the next one first.',
    params: Params,
    response: z.object({ list: z.array(ScheduledMessage) }),
  }),
  schedule: endpoint('PUT', '/api/chat/{id}/scheduled', 'user', {
    summary: `Schedule a message, at most ${SCHEDULED_DAYS_MAX} days ahead.`,
    params: Params,
    body: MessageDraft.extend({ send_at: z.iso.datetime({ offset: true }) }),
    response: ScheduledMessage,
    errors: [...sendErrors, 'scheduled_full'],
  }),
  changeScheduled: endpoint('POST', '/api/chat/scheduled/{id}', 'user', {
    summary: 'Change the text or the time of a scheduled message; `now` 1 sends it at once.',
    params: Params,
    body: z.object({
      content: text(MESSAGE_MAX).optional(),
      send_at: z.iso.datetime({ offset: true }).optional(),
      silent: flag.optional(),
      now: flag.optional(),
    }),
    response: ScheduledMessage,
    errors: ['not_found', 'blocked', 'message_empty', 'strangers_limit', 'card_gone', 'card_closed'],
  }),
  cancelScheduled: endpoint('DELETE', '/api/chat/scheduled/{id}', 'user', {
    summary: 'Cancel a scheduled message.',
    params: Params,
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
};

/** Download of a chat by `GET`: a ZIP with index.html, messages.json and files. Needs the session or a bearer token. */
export const chatExportPath = (userId: number): string => `/api/chat/${userId}/export`;
export const CHAT_EXPORTS_PER_HOUR = 3;

const TYPING_KINDS = ['text', 'voice', 'file'] as const;
/** `user_id` is always the other person. */
const numbered = { seq: z.number().int().optional(), user_id: z.number().int() };

/**
 * Chat events of a user's numbered stream (`notificationsSocket` with `after`). `user_id` is always the other person.
 *
 * - `chat_message`: a new message of either person; `chat` is the current chat row.
 * - `chat_changed`: a message was edited, reacted to, pinned, or (with `deleted` 1) deleted for both.
 * - `chat_deleted`: these messages were deleted for the viewer (ids), or the whole chat up to `up_to_seq`.
 * - `chat_marks`: a receipt changed, of the other person or of the viewer on another device.
 * - `chat_line`: another field of the chat row changed: pin, mute, folder, draft, block. `draft` comes in `chat.draft`.
 * - `chat_counts`: the unread counts; sent without a number first, then with every other event.
 *
 * `typing` has no number and is lost without an open socket.
 */
export const ChatEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chat_message'), ...numbered, message: Message, chat: Chat, counts: ChatCounts }),
  z.object({
    type: z.literal('chat_changed'),
    ...numbered,
    message: Message,
    chat: Chat.nullable(),
    counts: ChatCounts,
  }),
  z.object({
    type: z.literal('chat_deleted'),
    ...numbered,
    ids: z.array(z.number().int()).readonly(),
    up_to_seq: z.number().int().nullable(),
    chat: Chat.nullable(),
    counts: ChatCounts,
  }),
  z.object({ type: z.literal('chat_marks'), ...numbered, chat: Chat, counts: ChatCounts }),
  z.object({ type: z.literal('chat_line'), ...numbered, chat: Chat.nullable(), counts: ChatCounts }),
  z.object({ type: z.literal('chat_counts'), counts: ChatCounts }),
  z.object({ type: z.literal('typing'), user_id: z.number().int(), what: z.enum(TYPING_KINDS) }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;

/**
 * Socket of one chat. Events: `{ type: 'message', meta: Message }` for every new message of either person, in order; `{
 * type: 'changed', meta: Message }`; `{ type: 'marks', meta: { delivered_seq, read_seq } }`; `{ type: 'typing',
 * user_id, what }`.
 */
export const chatSocket = socket({
  path: '/ws/chat/{my_id}/{other_id}/',
  summary: 'One chat, live.',
  params: z.object({ my_id: id, other_id: id }),
  events: z.discriminatedUnion('type', [
    z.object({ type: z.literal('message'), meta: Message }),
    z.object({ type: z.literal('changed'), meta: Message }),
    z.object({
      type: z.literal('marks'),
      meta: z.object({ delivered_seq: z.number().int(), read_seq: z.number().int() }),
    }),
    z.object({ type: z.literal('typing'), user_id: z.number().int(), what: z.enum(TYPING_KINDS) }),
  ]),
  messages: {
    typing: z.object({ what: z.enum(TYPING_KINDS).default('text') }),
    read: z.object({ seq: wholeNumber(0, Number.MAX_SAFE_INTEGER) }),
  },
});
