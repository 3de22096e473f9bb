import { z } from 'zod';
import { STREAM_STATES } from '../live/stream-states.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  bit,
  day,
  flag,
  id,
  idList,
  line,
  optionalId,
  search,
  text,
  timestamp,
  wholeNumber,
} from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { socket } from '../platform/socket.ts';
import { CHAT_FILE_ERRORS, CHAT_FILE_LIMITS, ChatFile } from './chat-files.ts';

export const CHATS_PAGE_SIZE = 25;
export const CHATS_PAGE_MAX = 100;
export const MESSAGES_PAGE_SIZE = 25;
export const MESSAGES_PAGE_MAX = 100;
/** Characters of one message: as in Telegram. */
export const MESSAGE_MAX = 4096;
export const MESSAGE_FILES_MAX = 10;
/** Files that come with the call itself, together. */
export const MESSAGE_BYTES_MAX = 100 * 1024 * 1024;
/** Characters of the last message in the list; more end in an ellipsis. */
export const PREVIEW_MAX = 73;
export const EDIT_HOURS = 48;
/** People who do not know the sender, whom one person may write to first in 24 hours. */
export const NEW_CONTACTS_PER_DAY = 20;
export const PINNED_MESSAGES_MAX = 20;
export const PINNED_CHATS_MAX = 10;
export const FORWARDED_MAX = 50;
export const DELETED_AT_ONCE_MAX = 100;
export const REACTIONS = ['👍', '❤️', '🔥', '😂', '😮', '😢', '🙏', '👎'] as const;
/** How long a chat may be silent, seconds; 0 means without an end. */
export const MUTE_CHOICES = [3600, 8 * 3600, 0] as const;

const Params = z.object({ id });
const reaction = z.enum(REACTIONS);
const clientKey = z.uuid();

/** The person at the other end. Whoever was deleted has the name of nobody, and `deleted` 1. */
export const ChatPerson = z.object({
  id: z.number().int(),
  firstname: z.string(),
  lastname: z.string(),
  photo: z.string().nullable(),
  deleted: bit.optional(),
  /** Only where the person lets the viewer see it. */
  online: bit.optional(),
  last_seen: timestamp.nullable().optional(),
});
export type ChatPerson = z.infer<typeof ChatPerson>;

/** What can be sent as a card. */
export const CARD_KINDS = ['ad', 'user', 'publication', 'track', 'playlist', 'stream'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** A card as it is now, not as it was when it was sent. */
export const ChatCard = z.object({
  kind: z.enum(CARD_KINDS),
  id: z.number().int(),
  /** Path on the site. */
  link: z.string(),
  title: z.string(),
  /** A second line: the city of an ad, what a person does, who wrote, plays or keeps it; '' when there is none. */
  about: z.string(),
  photo: z.string().nullable(),
  /** Of an ad: whole roubles. */
  price: z.number().int().optional(),
  /** Of a stream: how it is now. */
  stream_state: z.enum(STREAM_STATES).optional(),
  /** `gone`: nobody sees it any more. */
  state: z.enum(['active', 'archived', 'gone']),
  /** 1: it is the reader's own. */
  mine: bit,
});
export type ChatCard = z.infer<typeof ChatCard>;

/** Why a message from a stranger wants care: a link out of the site, the number of a bank card, a question for a code from a letter or SMS. */
export const WARNINGS = ['link', 'card_number', 'code'] as const;

export const MESSAGE_KINDS = ['message', 'missed_call'] as const;

export const Message = z.object({
  id: z.number().int(),
  /** Its number in the dialog: without a hole, from one. */
  seq: z.number().int(),
  kind: z.enum(MESSAGE_KINDS),
  user: ChatPerson,
  /** 1: sent by the reader. */
  mine: bit,
  content: z.string(),
  /** Addresses of the files, for readers that have the session. `attachments` says more about each. */
  files: z.array(z.string()),
  attachments: z.array(ChatFile),
  timestamp: timestamp,
  edited: timestamp.nullable(),
  /** 1: deleted for both; nothing of it is left. Such messages stand in changes only, never in a page. */
  deleted: bit,
  pinned: bit,
  /** 1: it made no sound. */
  silent: bit,
  /** What it answers: as it is now; `null` text and kind when it is gone. */
  reply: z
    .object({
      id: z.number().int(),
      user_id: z.number().int(),
      name: z.string(),
      content: z.string(),
      kind: z.enum(['text', 'photo', 'video', 'audio', 'voice', 'file', 'card', 'gone']),
    })
    .nullable(),
  /** Who wrote it first, when it was forwarded. */
  forwarded: z.object({ user_id: z.number().int(), name: z.string() }).nullable(),
  card: ChatCard.nullable(),
  reactions: z.array(z.object({ reaction, count: z.number().int(), mine: bit })),
  warnings: z.array(z.enum(WARNINGS)),
  /** The key under which its sender sent it; only in what the sender reads. */
  client_key: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

export const FOLDERS = ['main', 'requests', 'archive'] as const;
export type Folder = (typeof FOLDERS)[number];

/** A line of the list of dialogs. */
export const Chat = z.object({
  user: ChatPerson,
  last_message: z
    .object({
      id: z.number().int(),
      seq: z.number().int(),
      mine: bit,
      /** The whole text; `preview` is what fits a line: at most {@link PREVIEW_MAX} characters and an ellipsis, or what was sent instead of a text. */
      content: z.string(),
      preview: z.string(),
      files: z.array(z.string()),
      kind: z.enum(['text', 'photo', 'video', 'audio', 'voice', 'file', 'card', 'missed_call']),
      timestamp: timestamp,
    })
    .nullable(),
  /** 1: I blocked this person. */
  blocked: bit,
  /** 1: a message of mine would get through, as far as is known now. */
  may_write: bit,
  folder: z.enum(FOLDERS),
  unread: z.number().int(),
  /** Marked as unread by hand. */
  marked: bit,
  pinned: bit,
  muted: bit,
  /** null with `muted` 1: without an end. */
  muted_until: timestamp.nullable(),
  /** The text that waits in the field, on every device. */
  draft: z.string(),
  /** The newest message that reached the other's device, and that the other has read; reads are 0 where either of the two does not show them. */
  delivered_seq: z.number().int(),
  read_seq: z.number().int(),
  /** The newest one I have read. */
  my_read_seq: z.number().int(),
});
export type Chat = z.infer<typeof Chat>;

/** Who writes for the first time, so that the reader can decide. */
export const MessageRequestSender = z.object({
  registered: timestamp,
  mutual: z.number().int(),
  ads_count: z.number().int(),
  rating: z.number().nullable(),
  rating_count: z.number().int(),
  /** ISO code of the country of the number; '' when unknown. */
  phone_country: z.string(),
  verified: z.object({ email: bit, phone: bit }),
});
export type MessageRequestSender = z.infer<typeof MessageRequestSender>;

/** How many wait: the badge of the messages. */
export const ChatCounts = z.object({
  /** Unread messages of dialogs that are not muted, archived or requests. */
  unread: z.number().int(),
  /** Dialogs with something unread. */
  chats: z.number().int(),
  /** Requests that wait for an answer. */
  requests: z.number().int(),
});
export type ChatCounts = z.infer<typeof ChatCounts>;

/** What goes with a message besides its text and new files. Everything is optional: the specification's bare call sends none of it. */
const extras = {
  /** UUID: the same key again answers the message that was sent under it. `Idempotency-Key` is another way to give it. */
  client_key: clientKey.optional(),
  /** Files uploaded before, see `chatFilesApi`, in the order in which they show. */
  file_ids: idList(MESSAGE_FILES_MAX).optional(),
  reply_to: optionalId,
  /** The ad that the writer came from: it becomes what the dialog is about, with a card that lives. */
  board_id: optionalId,
  card_kind: z.enum(CARD_KINDS).optional(),
  card_id: optionalId,
  silent: flag.optional(),
};

export const MessageDraft = z.object({ content: text(MESSAGE_MAX).default(''), ...extras });
export type MessageDraft = z.infer<typeof MessageDraft>;

const sendErrors = ['not_found', 'blocked', 'message_empty', 'strangers_limit', ...CHAT_FILE_ERRORS] as const;
/** The empty answer of calls whose effect comes back as events. */
const Counts = ChatCounts;

/** Who sees what of me in dialogs. */
export const ChatSettings = z.object({
  /** 0: nobody sees what I have read, and I see nobody's reads. */
  shows_reads: bit,
  /** 0: nobody sees that I type, and I see nobody type. */
  shows_typing: bit,
  quick_replies: z.array(z.string()),
});
export type ChatSettings = z.infer<typeof ChatSettings>;
export const QUICK_REPLIES_MAX = 10;
export const QUICK_REPLY_MAX = 200;

export const ScheduledMessage = z.object({
  id: z.number().int(),
  content: z.string(),
  files: z.array(z.string()),
  attachments: z.array(ChatFile),
  /** What is sent on with it, as it is now. */
  card: ChatCard.nullable(),
  send_at: timestamp,
  silent: bit,
  /** Why it could not be sent when its time came; '' while it waits. */
  failure: z.string(),
  /** The same in the reader's words. */
  failure_text: z.string(),
});
export type ScheduledMessage = z.infer<typeof ScheduledMessage>;
/** Of one dialog. */
export const SCHEDULED_MAX = 50;
export const SCHEDULED_DAYS_MAX = 365;

export const chatApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/chat',
    access: 'user',
    summary:
      'My dialogs, pinned ones first, then by the last message. `search` looks in names and in the last messages.',
    query: z.object({
      search,
      /** Without it: all of them, whatever the folder. */
      folder: z.enum(FOLDERS).optional(),
      ...pagePaging(CHATS_PAGE_SIZE, CHATS_PAGE_MAX),
    }),
    response: z.object({ list: z.array(Chat), total, counts: ChatCounts }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/chat/unread',
    access: 'user',
    summary: 'How much is unread.',
    response: Counts,
  }),
  /** The other end by user id. An empty dialog is 404, which clients pass over in silence; asked with a cursor by number it is an empty page. */
  messages: endpoint({
    method: 'GET',
    path: '/api/chat/{id}',
    access: 'user',
    summary:
      'Messages with a person, newest first. Those received become read when the call proves itself like a write (bearer token, or X-CSRFToken).',
    params: Params,
    query: z.object({
      ...pagePaging(MESSAGES_PAGE_SIZE, MESSAGES_PAGE_MAX),
      /** Messages that came in live since the first page: they are left out of the count of pages. */
      skip: wholeNumber(0, 1_000_000).default(0),
      /** Additive cursors by the number in the dialog: only older, only newer (then oldest first), or around one. They take the place of `page`. */
      before_seq: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
      after_seq: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
      around_seq: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
      /** Additive cursor by id: only older than this message. */
      before_id: id.optional(),
      /** 0: leave them unread. */
      mark: flag.default(1),
    }),
    response: z.object({
      list: z.array(Message),
      total,
      /** The same line as in the list. */
      chat: Chat,
    }),
    errors: ['not_found'],
  }),
  /** Additive: what a dialog page needs before there is any message. */
  header: endpoint({
    method: 'GET',
    path: '/api/chat/{id}/head',
    access: 'user',
    summary:
      'A dialog as a line of the list, what it is about, what is pinned, and who the stranger is. Answers for empty dialogs, too.',
    params: Params,
    query: z.object({ board_id: optionalId }),
    response: z.object({
      chat: Chat,
      about: ChatCard.nullable(),
      pinned: z.array(Message),
      stranger: MessageRequestSender.nullable(),
      scheduled: z.number().int(),
      /** How many strangers I may still write to first today; null where this person is none. */
      strangers_left: z.number().int().nullable(),
    }),
    errors: ['not_found'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/chat/messages/{id}',
    access: 'user',
    summary: 'One message of a dialog of mine.',
    params: Params,
    response: Message,
    errors: ['not_found'],
  }),
  send: endpoint({
    method: 'PUT',
    path: '/api/chat/{id}',
    access: 'user',
    summary:
      'Send a message: a text, or at least one file, at most ten. Files of one call together: 100 MB; larger ones go through `chat/files` first.',
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
  block: endpoint({
    method: 'POST',
    path: '/api/chat/{id}',
    access: 'user',
    summary: 'Block this person: neither of us reaches the other anywhere.',
    params: Params,
    response: z.object({ blocked: bit }),
    errors: ['not_found', 'forbidden'],
  }),
  unblock: endpoint({
    method: 'POST',
    path: '/api/chat/unblock/{id}',
    access: 'user',
    summary: 'Lift my block.',
    params: Params,
    response: z.object({ blocked: bit }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/chat/{id}',
    access: 'user',
    summary: 'Delete the dialog for me; with `both=1` for both, so that nothing of it is left.',
    params: Params,
    query: z.object({ both: flag.default(0) }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  edit: endpoint({
    method: 'POST',
    path: '/api/chat/messages/{id}',
    access: 'user',
    summary: `Change the text of my message, for ${EDIT_HOURS} hours.`,
    params: Params,
    body: z.object({ content: text(MESSAGE_MAX) }),
    response: Message,
    errors: ['not_found', 'blocked', 'message_empty', 'edit_too_late'],
  }),
  removeMessages: endpoint({
    method: 'DELETE',
    path: '/api/chat/messages',
    access: 'user',
    summary: 'Delete messages of one dialog for me; with `both` 1 those of mine for both.',
    body: z.object({ ids: idList(DELETED_AT_ONCE_MAX), both: flag.default(0) }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  react: endpoint({
    method: 'PUT',
    path: '/api/chat/messages/{id}/reaction',
    access: 'user',
    summary: 'My one reaction to a message; null takes it back.',
    params: Params,
    body: z.object({ reaction: reaction.nullable() }),
    response: Message,
    errors: ['not_found', 'blocked'],
  }),
  pinMessage: endpoint({
    method: 'PUT',
    path: '/api/chat/messages/{id}/pin',
    access: 'user',
    summary: `Pin a message for both, at most ${PINNED_MESSAGES_MAX} of a dialog; with \`pinned\` 0 take it down.`,
    params: Params,
    body: z.object({ pinned: flag.default(1) }),
    response: Message,
    errors: ['not_found', 'blocked', 'pins_full'],
  }),
  forward: endpoint({
    method: 'PUT',
    path: '/api/chat/{id}/forward',
    access: 'user',
    summary: `Send messages that I can read, at most ${FORWARDED_MAX}, on to this person, in their order. Repeated under the same key, it is done once.`,
    params: Params,
    body: z.object({ ids: idList(FORWARDED_MAX), client_key: clientKey.optional(), silent: flag.optional() }),
    response: z.object({ list: z.array(Message) }),
    errors: sendErrors,
    // Each is many messages.
    limit: { max: 60, seconds: 60 },
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/chat/{id}/read',
    access: 'user',
    summary: 'I have read everything up to this number; with `marked` 1, show the dialog as unread instead.',
    params: Params,
    body: z.object({ seq: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(), marked: flag.optional() }),
    response: Counts,
    errors: ['not_found'],
  }),
  delivered: endpoint({
    method: 'POST',
    path: '/api/chat/delivered',
    access: 'user',
    summary: 'These dialogs reached a device of mine up to these numbers.',
    body: z.object({
      list: z
        .array(z.object({ user_id: id, seq: wholeNumber(1, Number.MAX_SAFE_INTEGER) }))
        .min(1)
        .max(100),
    }),
    response: z.object({ success: z.literal(true) }),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/chat/{id}/settings',
    access: 'user',
    summary:
      'Pin, mute or archive a dialog; what is left out stays. `mute`: seconds, 0 without an end, null to hear it again.',
    params: Params,
    body: z.object({
      pinned: flag.optional(),
      archived: flag.optional(),
      mute: z.union([z.null(), wholeNumber(0, 365 * 86_400)]).optional(),
    }),
    response: Chat,
    errors: ['not_found', 'pins_full'],
  }),
  draft: endpoint({
    method: 'PUT',
    path: '/api/chat/{id}/draft',
    access: 'user',
    summary: 'What waits in the field; my other devices show it. An empty text drops it.',
    params: Params,
    body: z.object({ text: text(MESSAGE_MAX) }),
    response: z.object({ text: z.string() }),
    errors: ['not_found'],
  }),
  answerRequest: endpoint({
    method: 'POST',
    path: '/api/chat/{id}/request',
    access: 'user',
    summary:
      'Answer a stranger: `accept` takes the dialog into the list, `decline` puts it away without a word, `report` also complains and blocks.',
    params: Params,
    body: z.object({ answer: z.enum(['accept', 'decline', 'report']) }),
    response: Counts,
    errors: ['not_found'],
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/chat/search',
    access: 'user',
    summary: 'Messages by word form, person, date and kind of file, newest first; in one dialog with `user_id`.',
    query: z.object({
      search,
      user_id: optionalId,
      /** Who wrote it. */
      from: z.enum(['me', 'them']).optional(),
      since: day.optional(),
      until: day.optional(),
      kind: z.enum(['photo', 'video', 'audio', 'voice', 'file', 'link', 'card']).optional(),
      ...pagePaging(MESSAGES_PAGE_SIZE, MESSAGES_PAGE_MAX),
    }),
    response: z.object({ list: z.array(z.object({ message: Message, user: ChatPerson })), total }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/chat/settings',
    access: 'user',
    summary: 'Read marks, typing and my quick replies.',
    response: ChatSettings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/chat/settings',
    access: 'user',
    summary: 'Change them; what is left out stays.',
    body: z.object({
      shows_reads: flag.optional(),
      shows_typing: flag.optional(),
      quick_replies: z.array(line(QUICK_REPLY_MAX)).max(QUICK_REPLIES_MAX).optional(),
    }),
    response: ChatSettings,
  }),
  scheduled: endpoint({
    method: 'GET',
    path: '/api/chat/{id}/scheduled',
    access: 'user',
    summary: 'My messages to this person that wait for their time, the next one first.',
    params: Params,
    response: z.object({ list: z.array(ScheduledMessage) }),
  }),
  schedule: endpoint({
    method: 'PUT',
    path: '/api/chat/{id}/scheduled',
    access: 'user',
    summary: `Send a message later, at most ${SCHEDULED_DAYS_MAX} days ahead.`,
    params: Params,
    body: MessageDraft.extend({ send_at: z.iso.datetime({ offset: true }) }),
    response: ScheduledMessage,
    errors: [...sendErrors, 'scheduled_full'],
  }),
  changeScheduled: endpoint({
    method: 'POST',
    path: '/api/chat/scheduled/{id}',
    access: 'user',
    summary: 'Change the text or the time of a waiting message; `now` 1 sends it at once.',
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
  cancelScheduled: endpoint({
    method: 'DELETE',
    path: '/api/chat/scheduled/{id}',
    access: 'user',
    summary: 'Do not send it.',
    params: Params,
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
};

/**
 * Where a person downloads a dialog of theirs, `GET`: a ZIP with index.html to read, messages.json for programs, and the files.
 * With the session or a bearer token.
 */
export const chatExportPath = (userId: number): string => `/api/chat/${userId}/export`;
/** So many dialogs an hour. */
export const CHAT_EXPORTS_PER_HOUR = 3;

/**
 * What a person's own numbered line (`notificationsSocket` with `after`) tells of dialogs. `user_id` is always the other end.
 *
 * - `chat_message`: a new message, sent by either; `chat` is the line of the list as it is now.
 * - `chat_changed`: a message was edited, reacted to, pinned, or (with `deleted` 1) deleted for both.
 * - `chat_deleted`: these messages are gone for me (ids), or the whole dialog up to `up_to_seq`.
 * - `chat_marks`: the other received or read, or I read elsewhere: the line of the list.
 * - `chat_line`: something else of the line changed: a pin, silence, folder, draft, block. `draft` comes in `chat.draft`.
 * - `chat_counts`: the badge, as a page hears it first, without a number; afterwards it comes with every one of those above.
 *
 * Not numbered, and lost when nobody listens: `typing`.
 */
export type ChatEvent =
  | { type: 'chat_message'; seq?: number; user_id: number; message: Message; chat: Chat; counts: ChatCounts }
  | { type: 'chat_changed'; seq?: number; user_id: number; message: Message; chat: Chat | null; counts: ChatCounts }
  | {
      type: 'chat_deleted';
      seq?: number;
      user_id: number;
      ids: readonly number[];
      up_to_seq: number | null;
      chat: Chat | null;
      counts: ChatCounts;
    }
  | { type: 'chat_marks'; seq?: number; user_id: number; chat: Chat; counts: ChatCounts }
  | { type: 'chat_line'; seq?: number; user_id: number; chat: Chat | null; counts: ChatCounts }
  | { type: 'chat_counts'; counts: ChatCounts }
  | { type: 'typing'; user_id: number; what: 'text' | 'voice' | 'file' };

/**
 * The dialog of two. It tells `{ type: 'message', meta: Message }` for every new message of either, in order; `{ type: 'changed', meta: Message }`;
 * `{ type: 'marks', meta: { delivered_seq, read_seq } }`; `{ type: 'typing', user_id, what }`.
 */
export const chatSocket = socket({
  path: '/ws/chat/{my_id}/{other_id}/',
  summary: 'One dialog, live.',
  params: z.object({ my_id: id, other_id: id }),
  messages: {
    typing: z.object({ what: z.enum(['text', 'voice', 'file']).default('text') }),
    read: z.object({ seq: wholeNumber(0, Number.MAX_SAFE_INTEGER) }),
  },
});
