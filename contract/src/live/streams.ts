import { z } from 'zod';
import { IMAGE_ERRORS } from '../files/media.ts';
import { Board } from '../market/ads.ts';
import { AUDIENCES } from '../people/privacy.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  bit,
  flag,
  id,
  idList,
  optionalId,
  requiredText,
  singleLine,
  timestamp,
  wholeNumber,
} from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { socket } from '../platform/socket.ts';
import { IceServer, MediaJoinToken } from './media-room.ts';
import { STREAM_STATES } from './stream-states.ts';

export const STREAM_THEME_MAX = 120;
export const STREAM_MESSAGE_MAX = 500;
export const STREAMS_PAGE_SIZE = 24;
export const STREAMS_PAGE_MAX = 48;
export const STREAM_CHAT_PAGE_SIZE = 25;
export const STREAM_CHAT_PAGE_MAX = 100;
export const STREAM_PINS_MAX = 10;
export const STREAMS_ANNOUNCED_MAX = 20;
export const STREAM_SLOW_SECONDS_MAX = 300;
export const STREAM_POSTER_MAX_BYTES = 200 * 1024;
/** Minimum seconds between two posters of a running stream. */
export const STREAM_POSTER_SECONDS = 60;
/** A stream ends when a lost publisher does not come back within this time. */
export const STREAM_LOST_SECONDS = 60;
/** A stream that was opened and never sent media ends after this time. */
export const STREAM_WAITING_SECONDS = 300;
/** An announced stream that was not started is removed this long after its date. */
export const STREAM_OVERDUE_HOURS = 24;
export const STREAM_PLANNED_DAYS = 90;
export const STREAM_TAPS_MAX = 10;
export const STREAM_REPLAY_PAGE_SIZE = 200;
export const STREAM_REPLAY_PAGE_MAX = 500;

/** Audience of a stream; `link`: anybody with the address, and no list shows the stream. */
export const STREAM_AUDIENCES = [...AUDIENCES, 'link'] as const;
export type StreamAudience = (typeof STREAM_AUDIENCES)[number];

export const STREAM_SOURCES = ['browser', 'whip'] as const;
export type StreamSource = (typeof STREAM_SOURCES)[number];

export const STREAM_REACTIONS = ['heart', 'fire', 'clap', 'laugh', 'wow'] as const;
export type StreamReaction = (typeof STREAM_REACTIONS)[number];

export const StreamReactions = z.object({
  heart: z.number().int(),
  fire: z.number().int(),
  clap: z.number().int(),
  laugh: z.number().int(),
  wow: z.number().int(),
});
export type StreamReactions = z.infer<typeof StreamReactions>;

/** State of a stream's recording: `none` where it is not recorded; only `ready` can become a publication. */
export const STREAM_RECORDINGS = ['none', 'open', 'empty', 'ready', 'waiting', 'published', 'failed'] as const;

export const Stream = z.object({
  stream_id: z.number().int(),
  user_id: z.number().int(),
  theme: z.string(),
  user_name: z.string(),
  photo: z.string().nullable(),
  is_active: bit,
  state: z.enum(STREAM_STATES),
  source: z.enum(STREAM_SOURCES),
  audience: z.enum(STREAM_AUDIENCES),
  /** Current viewers; for an ended stream, the peak. */
  viewers: z.number().int(),
  viewers_max: z.number().int(),
  created: timestamp,
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  planned_for: timestamp.nullable(),
  /** When the stream ends unless the lost publisher comes back. */
  lost_until: timestamp.nullable(),
  poster: z.string().nullable(),
  record: bit,
  recording: z.enum(STREAM_RECORDINGS),
  /** Minimum seconds between two messages of one person; 0: no limit. */
  slow_seconds: z.number().int(),
  /** HLS playlist: of the stream while it runs, which reaches back an hour, then of its recording; null without one. */
  hls: z.string().nullable(),
  reactions: StreamReactions,
  board_ids: z.array(z.number().int()),
  publish_id: z.number().int().nullable(),
  link: z.string(),
  own: bit,
  reminded: bit,
  reminders: z.number().int(),
  subscribe: bit,
  muted: bit,
});
export type Stream = z.infer<typeof Stream>;

export const StreamMessage = z.object({
  id: z.number().int(),
  stream_id: z.number().int(),
  user_id: z.number().int(),
  firstname: z.string(),
  lastname: z.string(),
  photo: z.string().nullable(),
  message: z.string(),
  timestamp: timestamp,
  /** Milliseconds since the start of the stream. */
  offset_ms: z.number().int(),
  host: bit,
  mine: bit,
});
export type StreamMessage = z.infer<typeof StreamMessage>;

export const ReplayedMessage = StreamMessage.extend({
  /** Position in the video, milliseconds. */
  place_ms: z.number().int(),
});
export type ReplayedMessage = z.infer<typeof ReplayedMessage>;

const Params = z.object({ id });
const done = z.object({ success: z.literal(true) });
const audience = z.enum(STREAM_AUDIENCES);
const slowSeconds = wholeNumber(0, STREAM_SLOW_SECONDS_MAX);
const StreamList = z.object({
  streams: z.array(Stream),
  total,
  announced: z.array(Stream),
  /** Ended streams of the viewer that left a recording, newest first; only in the viewer's own list. */
  past: z.array(Stream),
});
const listErrors = ['not_found', 'unauthorized'] as const;

export const streamsApi = {
  add: endpoint('PUT', '/api/streams/add', 'user', {
    summary:
      'Open a stream: it is live once its publisher sends. With `planned_for` it is announced. The streamer is the user of the session; `user_name` and `photo` are ignored. An empty theme becomes one with the name.',
    body: z.object({
      theme: singleLine(STREAM_THEME_MAX)
        .nullish()
        .transform((theme) => theme ?? ''),
      user_name: z.unknown().optional(),
      photo: z.unknown().optional(),
      audience: audience.default('all'),
      source: z.enum(STREAM_SOURCES).default('browser'),
      planned_for: timestamp.optional(),
      slow_seconds: slowSeconds.default(0),
      record: flag.default(0),
      show_ads: flag.default(0),
    }),
    multipart: true,
    response: Stream,
    errors: ['stream_running', 'streams_full', 'stream_date_wrong'],
    limit: { max: 30, seconds: 3600 },
  }),
  list: endpoint('GET', '/api/streams/get', 'public', {
    summary: `Streams that run now and that the viewer may see, the most watched first, ${STREAMS_PAGE_SIZE} a page, and those announced. \`user_id\`: of one person.`,
    standby: true,
    query: z.object({ user_id: optionalId, ...pagePaging(STREAMS_PAGE_SIZE, STREAMS_PAGE_MAX) }),
    response: StreamList,
    errors: listErrors,
  }),
  get: endpoint('PUT', '/api/streams/get', 'public', {
    summary: 'The same list; with `stream_id` only that stream, whatever its state.',
    body: z.object({
      stream_id: optionalId,
      user_id: optionalId,
      ...pagePaging(STREAMS_PAGE_SIZE, STREAMS_PAGE_MAX),
    }),
    readsOnly: true,
    response: StreamList.extend({ stream: Stream.nullable() }),
    errors: listErrors,
  }),
  edit: endpoint('PUT', '/api/streams/edit', 'user', {
    summary:
      'Change an own stream. With `stream_id` alone, or `is_active` 0, it ends. `start` 1 opens one that was announced. Staff may end any.',
    body: z.object({
      stream_id: id,
      theme: singleLine(STREAM_THEME_MAX).optional(),
      is_active: flag.optional(),
      audience: audience.optional(),
      slow_seconds: slowSeconds.optional(),
      planned_for: timestamp.optional(),
      record: flag.optional(),
      start: flag.optional(),
      user_name: z.unknown().optional(),
      photo: z.unknown().optional(),
    }),
    multipart: true,
    response: Stream,
    errors: ['forbidden', 'not_found', 'stream_over', 'stream_running', 'stream_date_wrong'],
  }),
  createJoinToken: endpoint('POST', '/api/streams/{id}/seat', 'public', {
    summary:
      'How to send or watch a stream, with fresh credentials. `room`: by the media server, to which its streamer may publish. `hls`: for guests, and beyond the limit of the media server; `hls` is null until there is something to play.',
    params: Params,
    response: z.object({
      mode: z.enum(['room', 'hls']),
      seat: MediaJoinToken.optional(),
      may: z.enum(['publish', 'view']).optional(),
      ice: z.array(IceServer),
      hls: z.string().nullable(),
    }),
    errors: ['not_found', 'stream_over'],
    limit: { max: 120, seconds: 60 },
  }),
  chat: endpoint('GET', '/api/streams/{id}/chat', 'public', {
    summary: 'Messages of the chat, newest first.',
    params: Params,
    query: z.object({
      size: wholeNumber(0, 1_000_000_000)
        .default(STREAM_CHAT_PAGE_SIZE)
        .transform((size) => Math.min(Math.max(size, 1), STREAM_CHAT_PAGE_MAX)),
      before_id: id.optional(),
      after_id: id.optional(),
    }),
    response: z.object({ list: z.array(StreamMessage), total }),
    errors: ['not_found'],
  }),
  sendMessage: endpoint('PUT', '/api/streams/{id}/chat', 'user', {
    summary: 'Write into the chat of a stream that runs.',
    params: Params,
    body: z.object({ message: requiredText(STREAM_MESSAGE_MAX) }),
    response: StreamMessage,
    errors: ['not_found', 'stream_over', 'stream_muted', 'stream_slow'],
    limit: { max: 300, seconds: 60 },
  }),
  deleteMessage: endpoint('DELETE', '/api/streams/{id}/chat/{message_id}', 'user', {
    summary: 'Delete a message: its author, whoever streams, and staff may.',
    params: z.object({ id, message_id: id }),
    response: done,
    errors: ['not_found', 'forbidden'],
  }),
  mute: endpoint('PUT', '/api/streams/{id}/mute', 'user', {
    summary: 'Mute a user in the chat of an own stream, or unmute.',
    params: Params,
    body: z.object({ user_id: id, muted: flag }),
    response: z.object({ user_id: z.number().int(), muted: bit }),
    errors: ['not_found', 'forbidden'],
  }),
  react: endpoint('PUT', '/api/streams/{id}/reactions', 'user', {
    summary: `React: taps of about a second in one call, ${STREAM_TAPS_MAX} at most. Only their sum is stored, not who reacted.`,
    params: Params,
    body: z.object({ kind: z.enum(STREAM_REACTIONS), count: wholeNumber(1, STREAM_TAPS_MAX).default(1) }),
    response: z.object({ counts: StreamReactions }),
    errors: ['not_found', 'stream_over'],
    limit: { max: 120, seconds: 60 },
  }),
  pin: endpoint('PUT', '/api/streams/{id}/pins', 'user', {
    summary: 'Show these own ads in my stream, in this order, in place of those shown before.',
    params: Params,
    body: z.object({ board_ids: idList(STREAM_PINS_MAX) }),
    response: z.object({ board_ids: z.array(z.number().int()) }),
    errors: ['not_found', 'forbidden'],
    limit: { max: 60, seconds: 60 },
  }),
  pins: endpoint('GET', '/api/streams/{id}/pins', 'public', {
    summary: 'The ads that are pinned and still public, in their order.',
    params: Params,
    response: z.object({ list: z.array(Board) }),
    errors: ['not_found'],
  }),
  remind: endpoint('PUT', '/api/streams/{id}/reminder', 'user', {
    summary: 'Turn the notification about the start of an announced stream on or off.',
    params: Params,
    body: z.object({ on: flag }),
    response: z.object({ reminded: bit, reminders: z.number().int() }),
    errors: ['not_found', 'stream_over'],
    limit: { max: 60, seconds: 60 },
  }),
  key: endpoint('GET', '/api/streams/key', 'user', {
    summary: 'Whether I have a key for OBS, and its last characters: the key itself is shown once, when it is made.',
    response: z.object({
      has_key: bit,
      hint: z.string(),
      created: timestamp.nullable(),
      server: z.string(),
    }),
  }),
  createKey: endpoint('POST', '/api/streams/key', 'user', {
    summary: 'Create a key for OBS; the key before becomes invalid.',
    response: z.object({ key: z.string(), hint: z.string(), created: timestamp, server: z.string() }),
    limit: { max: 20, seconds: 3600 },
  }),
  poster: endpoint('PUT', '/api/streams/{id}/poster', 'user', {
    summary: `A picture of my stream as it is now, every ${STREAM_POSTER_SECONDS} s at most: earlier ones are left out.`,
    params: Params,
    files: { poster: { kind: 'image', maxCount: 1, maxBytes: STREAM_POSTER_MAX_BYTES } },
    response: z.object({ poster: z.string().nullable() }),
    errors: ['not_found', 'forbidden', 'stream_over', 'file_empty', ...IMAGE_ERRORS],
    limit: { max: 10, seconds: 60 },
  }),
  publish: endpoint('POST', '/api/streams/{id}/publication', 'paid', {
    summary:
      'Publish the recording of an own ended stream, with its chat. `publish_id` is null while the video is being transcoded.',
    params: Params,
    body: z.object({
      publish_description: singleLine(STREAM_THEME_MAX).optional(),
      audience: z.enum(AUDIENCES).optional(),
    }),
    response: z.object({ publish_id: z.number().int().nullable() }),
    errors: ['not_found', 'forbidden', 'subscription_required', 'stream_on_air'],
    limit: { max: 30, seconds: 3600 },
  }),
  replay: endpoint('GET', '/api/streams/{id}/replay', 'public', {
    summary:
      'The chat of a stream in its order, each message with its time offset. Readable by those who may see the publication made of the stream, before that the stream.',
    params: Params,
    query: z.object({
      from_ms: wholeNumber(0, 1_000_000_000).default(0),
      after_id: id.optional(),
      /** Only the last messages before this id. */
      before_id: id.optional(),
      /** Only the last messages up to this position of the video. */
      until_ms: wholeNumber(0, 1_000_000_000).optional(),
      size: wholeNumber(0, 1_000_000_000)
        .default(STREAM_REPLAY_PAGE_SIZE)
        .transform((size) => Math.min(Math.max(size, 1), STREAM_REPLAY_PAGE_MAX)),
    }),
    response: z.object({ list: z.array(ReplayedMessage) }),
    errors: ['not_found'],
  }),
};

export const streamCalendarPath = (streamId: number): string => `/api/streams/${streamId}/calendar.ics`;

export const StreamEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('state'),
    state: z.enum(STREAM_STATES),
    is_active: bit,
    theme: z.string(),
    started_at: timestamp.nullable(),
    lost_until: timestamp.nullable(),
    hls: z.string().nullable(),
  }),
  z.object({ type: z.literal('viewers'), count: z.number().int() }),
  StreamMessage.extend({ type: z.literal('chat') }),
  z.object({ type: z.literal('chat_deleted'), id: z.number().int() }),
  /** How often each was given until now. */
  z.object({ type: z.literal('reactions'), counts: StreamReactions }),
  /** Other ads are pinned: ask for them. */
  z.object({ type: z.literal('pins'), board_ids: z.array(z.number().int()) }),
  /** I may not write here any more, or may again. Whoever streams hears it of everybody. */
  z.object({ type: z.literal('muted'), user_id: z.number().int(), muted: bit }),
  z.object({ type: z.literal('slow'), seconds: z.number().int() }),
]);
export type StreamEvent = z.infer<typeof StreamEvent>;

export const streamSocket = socket({
  path: '/ws/streams/{stream_id}/',
  summary: 'Events of a stream, live, for those who may see it; guests may connect where everybody may see it.',
  params: z.object({ stream_id: id }),
  events: StreamEvent,
});
