import { z } from 'zod';
import { CALL_PARTICIPANTS_MAX, IceServer, MediaJoinToken } from '../live/media-room.ts';
import { UserPresence, WATCHED_USERS_MAX } from '../people/presence.ts';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, idList, optionalId, requiredLine, text, timestamp } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { socket } from '../platform/socket.ts';
import { ChatCard, MESSAGE_BYTES_MAX, MESSAGE_FILES_MAX, MESSAGE_MAX } from './chat.ts';
import { CHAT_FILE_ERRORS, CHAT_FILE_LIMITS, ChatFile } from './chat-files.ts';
import { CallListening, LISTENING_EVENTS, listenMessage } from './listening.ts';

export const RING_SECONDS = 45;
/** A participant who started or accepted must enter the room within this time, or counts as left. */
export const ENTER_SECONDS = 30;
/**
 * A participant whose page was closed or lost counts as left unless it comes back within this time, in which a slow
 * device or network has to load the page anew.
 */
export const RECONNECT_SECONDS = 25;
/** A call with one remaining participant ends after this delay. */
export const CLEANUP_MS = 1000;
export const CONFERENCE_CHAT_PAGE_SIZE = 25;
export const CONFERENCE_CHAT_PAGE_MAX = 100;
export const CALL_HISTORY_PAGE_SIZE = 25;
export const CALL_HISTORY_PAGE_MAX = 100;
/** Maximum characters of one peer-to-peer signal, as JSON. */
export const SIGNAL_MAX_CHARS = 15_000;
/** Maximum characters of one caption. */
export const CAPTION_MAX = 300;
/** Captions of one participant that are passed on in a second; further ones are dropped. */
export const CAPTIONS_PER_SECOND_MAX = 5;

/** 128 random bits, so that ids cannot be guessed. */
export const roomId = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

const people = z.preprocess(
  (value) => (typeof value === 'number' ? [value] : value),
  idList(CALL_PARTICIPANTS_MAX - 1).refine((ids) => ids.length > 0),
);

const withoutAddresses = (files: unknown): unknown =>
  Array.isArray(files) ? files.filter((file) => typeof file !== 'string' || !file.startsWith('/')) : files;

/**
 * State of a person in a call. In it: `joined` (the caller from the start), `away` (the page was just lost). Not yet
 * in: `ringing`, `visiting` (asks to be admitted). Out: `left`, `declined`, `missed`, `busy`, `cancelled`, `refused`.
 */
export const CALL_PARTICIPANT_STATES = [
  'ringing',
  'joined',
  'away',
  'visiting',
  'left',
  'declined',
  'missed',
  'busy',
  'cancelled',
  'refused',
] as const;
export type CallParticipantState = (typeof CALL_PARTICIPANT_STATES)[number];

export const CallParticipant = z.object({
  user_id: z.number().int(),
  firstname: z.string(),
  lastname: z.string(),
  photo: z.string().nullable(),
  state: z.enum(CALL_PARTICIPANT_STATES),
});
export type CallParticipant = z.infer<typeof CallParticipant>;

export const HANGUP_REASONS = [
  'left',
  'lost',
  'declined',
  'cancelled',
  'missed',
  'busy',
  'answered_elsewhere',
  'entered_elsewhere',
  'refused',
  'alone',
] as const;
export type HangupReason = (typeof HANGUP_REASONS)[number];

/** `peer`: two people, directly between their browsers; `room`: through the media server. */
export const CALL_MODES = ['peer', 'room'] as const;
export type CallMode = (typeof CALL_MODES)[number];

/**
 * `asked`: not all participants have consented yet; `paused`: a participant without consent is in, or the recording
 * page is gone.
 */
export const RECORDING_STATES = ['asked', 'running', 'paused'] as const;

/**
 * A recording of a call, made in the browser of the participant who asked for it. Media may be recorded only in the
 * state `running`, and only of the people in `agreed`.
 */
export const CallRecording = z.object({
  id: z.number().int(),
  by: z.number().int(),
  state: z.enum(RECORDING_STATES),
  agreed: z.array(z.number().int()),
});
export type CallRecording = z.infer<typeof CallRecording>;

/** `refused`: a participant said no; `cancelled`: withdrawn before it ran; `stopped`: by any participant. */
export const RECORDING_EVENTS = [
  'asked',
  'agreed',
  'started',
  'paused',
  'resumed',
  'refused',
  'cancelled',
  'stopped',
] as const;
export type RecordingEvent = (typeof RECORDING_EVENTS)[number];

/**
 * Whether the speech of a participant becomes captions, on the participant's own device: `off` until the participant
 * agrees, `unavailable` where the browser cannot recognize speech by itself.
 */
export const CAPTION_SPEECH = ['off', 'on', 'unavailable'] as const;
export type CaptionSpeech = (typeof CAPTION_SPEECH)[number];

/** A call as one of its people sees it. A ringing or visiting person sees the participants but no media. */
export const Call = z.object({
  room_id: roomId,
  state: z.enum(['ringing', 'running', 'ended']),
  mode: z.enum(CALL_MODES),
  started_by: z.number().int().nullable(),
  video: bit,
  people: z.array(CallParticipant),
  ad: ChatCard.nullable(),
  created: timestamp,
  started: timestamp.nullable(),
  ended: timestamp.nullable(),
  /** Whole seconds from the first acceptance to the end. */
  duration_s: z.number().int(),
  /** When the ring expires; null unless it rings. */
  rings_until: timestamp.nullable(),
  /** Null without a recording, and for people who are not in the call. */
  recording: CallRecording.nullable(),
  /** Null while nothing is listened to together, and for people who are not in the call. */
  listening: CallListening.nullable(),
  link: z.string(),
});
export type Call = z.infer<typeof Call>;

export const CallMedia = z.object({
  mode: z.enum(CALL_MODES),
  /** In mode `peer`: the other participant; `polite` yields when both send an offer at once (perfect negotiation). */
  peer: z.object({ user_id: z.number().int(), polite: bit }).optional(),
  /** In mode `room`; absent while the media server is unavailable. */
  seat: MediaJoinToken.optional(),
  ice: z.array(IceServer),
});
export type CallMedia = z.infer<typeof CallMedia>;

export const ConferenceMessage = z.object({
  id: z.number().int(),
  room_id: roomId,
  user_id: z.number().int(),
  firstname: z.string(),
  lastname: z.string(),
  photo: z.string().nullable(),
  message: z.string(),
  files: z.array(z.string()),
  attachments: z.array(ChatFile),
  timestamp: timestamp,
  mine: bit,
  /** The sender's idempotency key; returned only to the sender. */
  client_key: z.string().nullable(),
});
export type ConferenceMessage = z.infer<typeof ConferenceMessage>;

export const CALL_OUTCOMES = ['answered', 'missed', 'declined', 'cancelled', 'busy'] as const;

export const PastCall = z.object({
  room_id: roomId,
  outgoing: bit,
  outcome: z.enum(CALL_OUTCOMES),
  video: bit,
  people: z.array(CallParticipant),
  ad: ChatCard.nullable(),
  created: timestamp,
  /** Whole seconds that the viewer was in the call; 0 when it was not answered. */
  duration_s: z.number().int(),
  /** Whole recorded seconds; 0 when nothing was recorded or the viewer did not consent. */
  recorded_s: z.number().int(),
});
export type PastCall = z.infer<typeof PastCall>;

const Params = z.object({ room_id: roomId });
const startErrors = ['not_found', 'call_not_allowed', 'call_full', 'in_call', 'too_many_calls'] as const;

export const callsApi = {
  start: endpoint('POST', '/api/video/conference', 'user', {
    summary:
      'Call one user or several: rings their pages and devices, and returns the room. The same users again during the call: the same room.',
    body: z.object({
      user_id: people,
      ad_id: optionalId,
      video: flag.default(0),
    }),
    multipart: true,
    response: z.object({ room_id: roomId, call: Call }),
    errors: startErrors,
    limit: { max: 60, seconds: 60 },
  }),
  chat: endpoint('GET', '/api/conference/chat', 'user', {
    summary: 'Messages of a conference, newest first, for its participants.',
    query: z.object({
      room_id: roomId,
      ...pagePaging(CONFERENCE_CHAT_PAGE_SIZE, CONFERENCE_CHAT_PAGE_MAX),
      /** Only older messages; replaces `page`. */
      before_id: id.optional(),
    }),
    response: z.object({ list: z.array(ConferenceMessage), total }),
    errors: ['not_found'],
  }),
  sendMessage: endpoint('PUT', '/api/conference/chat', 'user', {
    summary:
      'Send a message to the conference: a text, or at least one file, at most ten. The author is the user of the session; names and photos in the request are ignored.',
    body: z.object({
      room_id: roomId,
      message: text(MESSAGE_MAX).default(''),
      file_ids: idList(MESSAGE_FILES_MAX).optional(),
      /** UUID: a repeated key returns the message that was sent with it. `Idempotency-Key` is an alternative. */
      client_key: z.uuid().optional(),
    }),
    files: {
      files: {
        kind: 'any',
        maxCount: MESSAGE_FILES_MAX,
        maxBytes: MESSAGE_BYTES_MAX,
        maxBytesOf: CHAT_FILE_LIMITS,
        totalBytes: MESSAGE_BYTES_MAX,
      },
    },
    response: ConferenceMessage,
    errors: ['not_found', 'message_empty', ...CHAT_FILE_ERRORS],
    limit: { max: 300, seconds: 60 },
  }),
  current: endpoint('GET', '/api/calls/current', 'user', {
    summary: 'The viewer’s current call, and the one that rings: what a page requests after a reload.',
    response: z.object({ call: Call.nullable(), ring: Call.nullable() }),
  }),
  accept: endpoint('POST', '/api/calls/{room_id}/accept', 'user', {
    summary: 'Accept the ringing call, as `init` in its room does; the viewer’s other devices stop ringing.',
    params: Params,
    response: Call,
    errors: ['not_found', 'call_over', 'in_call'],
  }),
  decline: endpoint('POST', '/api/calls/{room_id}/decline', 'user', {
    summary: 'Decline the ringing call.',
    params: Params,
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  hangup: endpoint('POST', '/api/calls/{room_id}/hangup', 'user', {
    summary: 'Leave the call for good; a caller whom nobody has answered stops the ringing.',
    params: Params,
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  add: endpoint('POST', '/api/calls/{room_id}/add', 'user', {
    summary: `Invite more users to the viewer’s call: at most ${CALL_PARTICIPANTS_MAX} in all.`,
    params: Params,
    body: z.object({ user_id: people }),
    response: Call,
    errors: ['not_found', 'call_over', 'call_not_allowed', 'call_full', 'too_many_calls'],
    limit: { max: 60, seconds: 60 },
  }),
  media: endpoint('POST', '/api/calls/{room_id}/media', 'user', {
    summary:
      'Transport of the viewer’s media with fresh credentials, after a join token or TURN expired. `mode` room moves everybody to the media server.',
    params: Params,
    body: z.object({ mode: z.literal('room').optional() }),
    response: CallMedia,
    errors: ['not_found', 'call_over'],
    limit: { max: 60, seconds: 60 },
  }),
  history: endpoint('GET', '/api/calls/history', 'user', {
    summary: 'The viewer’s ended calls, newest first.',
    query: z.object({ ...pagePaging(CALL_HISTORY_PAGE_SIZE, CALL_HISTORY_PAGE_MAX) }),
    response: z.object({ list: z.array(PastCall), total }),
  }),
};

const person = z.number().int();

export const CallRing = z.object({
  room_id: z.string(),
  users: z.array(person),
  names: z.array(z.string()),
  user_id: person,
  firstname: z.string(),
  lastname: z.string(),
  photo: z.string().nullable(),
  video: bit,
  ad: ChatCard.nullable(),
  rings_until: timestamp,
});
export type CallRing = z.infer<typeof CallRing>;

export const CallNotificationEvent = z.discriminatedUnion('type', [
  /** Another user asks whether this person is online; the client answers with `ok`. */
  z.object({ type: z.literal('pong'), user_id: person }),
  /** Whom this page asked is there. */
  z.object({ type: z.literal('ok'), payload: z.object({ user_id: person }) }),
  /** For everybody watched, at once and after each change. */
  UserPresence.extend({ type: z.literal('presence') }),
  /** A call rings. Told again to a page that comes while it rings. */
  CallRing.extend({ type: z.literal('init') }),
  /** Rings into a call that runs already. */
  CallRing.extend({ type: z.literal('add_user') }),
  /** This ring is over, or (`answered_elsewhere`, also told to the page that accepted) was answered on one of my pages. */
  z.object({ type: z.literal('hangup'), room_id: z.string(), user_id: person, reason: z.enum(HANGUP_REASONS) }),
  /** Somebody called while I am in another call: shown, without a sound. */
  z.object({
    type: z.literal('knock'),
    room_id: z.string(),
    user_id: person,
    firstname: z.string(),
    lastname: z.string(),
    photo: z.string().nullable(),
  }),
]);
export type CallNotificationEvent = z.infer<typeof CallNotificationEvent>;

const pinged = z.object({ user_id: id, self_user: z.unknown().optional() });

export const callNotificationSocket = socket({
  path: '/ws/callnotification/{user_id}/',
  summary: 'Presence of other users, and incoming calls, live.',
  params: z.object({ user_id: id }),
  events: CallNotificationEvent,
  messages: {
    /**
     * Asks whether a person is online, as the message itself or as its `payload`. The server takes the asker from the
     * session and ignores `self_user`.
     */
    ping: z.union([pinged, z.object({ payload: pinged }).transform(({ payload }) => payload)]),
    /** Answers a `pong`: `user_id` is the asker; the user's own id answers everybody who asked. */
    ok: z.object({ payload: z.object({ user_id: id }) }),
    /**
     * Declines the ring of this person, or stops ringing this person. With the user's own id: leaves the current call
     * or declines the incoming one. `room_id` names the call where that is ambiguous.
     */
    hangup: z.object({ user_id: id, room_id: roomId.optional() }),
    watch: z.object({ user_ids: z.array(id).max(WATCHED_USERS_MAX) }),
  },
});

const CallActor = z.object({
  user_id: person,
  firstname: z.string(),
  lastname: z.string(),
  timestamp: timestamp,
});

/**
 * Events of a call room. `state` comes first and after every change and is authoritative; the other events say what
 * happened. A person who is only rung receives `state` and `hangup`; a visitor only the progress of the request.
 */
export const EnterCallEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), call: Call }),
  /** Somebody came in, or is back. */
  CallActor.extend({ type: z.literal('init') }),
  /** Who is still being rung. */
  z.object({ type: z.literal('await'), users: z.array(person), names: z.array(z.string()) }),
  /** Somebody is rung into the call, by `by`. */
  CallActor.extend({ type: z.literal('add_user'), by: person }),
  /** A guest asks in (`asks`), was let in (`admitted`) or not (`refused`). */
  CallActor.extend({ type: z.literal('visitor'), state: z.enum(['asks', 'admitted', 'refused']) }),
  /** Somebody is out of the call, with my own id: I am. */
  CallActor.extend({ type: z.literal('hangup'), reason: z.enum(HANGUP_REASONS) }),
  /** Somebody's page is gone; back within {@link COME_BACK_SECONDS} or out. */
  CallActor.extend({ type: z.literal('exit') }),
  ConferenceMessage.extend({ type: z.literal('chat') }),
  /** A recording was asked for, agreed to, began, or ended: by whom. How it stands now is in `state`. */
  CallActor.extend({ type: z.literal('recording'), state: z.enum(RECORDING_EVENTS) }),
  /** Somebody began, changed or ended what all listen to together. How it stands now is in `state`. */
  CallActor.extend({ type: z.literal('listening'), state: z.enum(LISTENING_EVENTS) }),
  /** Answers `clock`: `sent` as it was sent, and the server's time then, in milliseconds. */
  z.object({ type: z.literal('clock'), sent: z.number(), server_ms: z.number() }),
  /** Somebody asks me, `to`, to switch my microphone off. */
  CallActor.extend({ type: z.literal('mute'), to: person }),
  /** Whether somebody else wants to see captions, and whether their own speech becomes captions. */
  z.object({ type: z.literal('captions'), user_id: person, wants: bit, speech: z.enum(CAPTION_SPEECH) }),
  /** What somebody else says, for pages that want captions. It replaces the caption before unless that one was final. */
  z.object({ type: z.literal('caption'), user_id: person, text: z.string(), final: bit }),
  /** Only for who is in, and only once somebody accepted; anew whenever the way changes. */
  CallMedia.extend({ type: z.literal('media') }),
  /** From the other one of a `peer` call. */
  z.object({ type: z.literal('signal'), from: person, data: z.unknown() }),
  /** What this page asked for was refused: the code and its text. */
  z.object({ type: z.literal('refused'), of: z.string(), code: z.string(), message: z.string() }),
]);
export type EnterCallEvent = z.infer<typeof EnterCallEvent>;

export const enterCallSocket = socket({
  path: '/ws/entercall/{room}/{user}/',
  summary: 'A call’s room, live: who joins and leaves, its chat, and the signalling of its media.',
  params: z.object({ room: roomId, user: id }),
  events: EnterCallEvent,
  messages: {
    /** Enters the call; a person whom the call rings accepts it thereby. */
    init: z.object({}),
    visitor: z.object({ user_id: optionalId, admit: flag.nullish() }),
    await: z.object({}),
    /** Rings the people of either field who are not in the call. */
    add_user: z
      .object({ user_id: people.nullish(), users: idList(CALL_PARTICIPANTS_MAX).nullish() })
      .refine(({ user_id, users }) => user_id || users),
    /**
     * Sends a message to everybody. A message with an `id`, as returned by `conference/chat`, was already published and
     * is ignored.
     */
    chat: z.object({
      id: optionalId.catch(undefined),
      message: text(MESSAGE_MAX).default(''),
      /** Ids of uploaded files. Addresses refer to files already sent and are ignored. */
      files: z.preprocess(withoutAddresses, idList(MESSAGE_FILES_MAX)).nullish(),
      client_key: z.uuid().nullish(),
    }),
    /** Asks for consent to record, agrees, refuses or stops; any participant can. All but `ask` name the recording. */
    record: z.discriminatedUnion('is', [
      z.object({ is: z.literal('ask') }),
      z.object({ is: z.enum(['agree', 'refuse', 'stop']), id: z.number().int() }),
    ]),
    /** Begins, changes or ends what all listen to together; any participant can. */
    listen: listenMessage,
    /** Asks for the server's time, which positions in the music are counted by. `sent` is the asker's own. */
    clock: z.object({ sent: z.number() }),
    /** Asks a participant to mute the microphone; the server never mutes anybody. */
    mute: z.object({ user_id: id }),
    /**
     * Whether this page wants captions, and whether the user's speech becomes captions. The server remembers neither:
     * pages repeat their answer to everybody who comes in.
     */
    captions: z.object({ wants: flag, speech: z.enum(CAPTION_SPEECH) }),
    /**
     * What the user says, recognized on the user's own device, for the others who want captions. Stored nowhere; more
     * than {@link CAPTIONS_PER_SECOND_MAX} a second are dropped.
     */
    caption: z.object({ text: requiredLine(CAPTION_MAX), final: flag.default(0) }),
    /** Leaves for good; with another person's `user_id`, stops ringing that person. */
    hangup: z.object({ user_id: optionalId }),
    /** The page closes; another page may take over within {@link RECONNECT_SECONDS}. */
    exit: z.object({}),
    /** Relays a description, a candidate or other data to the other participant of a `peer` call. */
    signal: z.object({ to: id, data: z.unknown() }),
    /** Requests new media data; with `mode` room, everybody moves to the media server. */
    media: z.object({ mode: z.literal('room').optional() }),
  },
});
