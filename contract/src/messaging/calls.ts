import { z } from 'zod';
import { CALL_PARTICIPANTS_MAX, MediaJoinToken } from '../live/media-room.ts';
import { type UserPresence, WATCHED_USERS_MAX } from '../people/presence.ts';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, idList, optionalId, text, timestamp } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { socket } from '../platform/socket.ts';
import { ChatCard, MESSAGE_BYTES_MAX, MESSAGE_FILES_MAX, MESSAGE_MAX } from './chat.ts';
import { CHAT_FILE_ERRORS, CHAT_FILE_LIMITS, ChatFile } from './chat-files.ts';

/** How long a call rings. */
export const RING_SECONDS = 45;
/** Whoever started or accepted enters the room within this time, or has left. */
export const ENTER_SECONDS = 30;
/** A page that was closed or lost may come back within this time; afterwards its person has left. */
export const RECONNECT_SECONDS = 10;
/** A call in which one is left ends so much later. */
export const CLEANUP_MS = 1000;
export const CONFERENCE_CHAT_PAGE_SIZE = 25;
export const CONFERENCE_CHAT_PAGE_MAX = 100;
export const CALL_HISTORY_PAGE_SIZE = 25;
export const CALL_HISTORY_PAGE_MAX = 100;
/** One signal of a peer-to-peer path, as JSON. */
export const SIGNAL_MAX_CHARS = 15_000;

/** 128 bits: nobody guesses one. */
export const roomId = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

/** One or several people: an id, an array of ids, or a comma-separated line. */
const people = z.preprocess(
  (value) => (typeof value === 'number' ? [value] : value),
  idList(CALL_PARTICIPANTS_MAX - 1).refine((ids) => ids.length > 0),
);

const withoutAddresses = (files: unknown): unknown =>
  Array.isArray(files) ? files.filter((file) => typeof file !== 'string' || !file.startsWith('/')) : files;

/**
 * Where a person of a call is: `ringing`; `joined`: in it (the caller from the start); `away`: in it, with the page lost just
 * now; `visiting`: asks to be let in. The others are out of it: `left`, `declined`, `missed`, `busy`, `cancelled`, `refused`.
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

/** Why a ring, a person's part or a call is over. */
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

/** `peer`: two people, straight between their browsers; `room`: through the media server. */
export const CALL_MODES = ['peer', 'room'] as const;
export type CallMode = (typeof CALL_MODES)[number];

/** `asked`: not everybody has agreed yet; `paused`: it ran, and somebody who is in has not agreed, or the page that records is gone. */
export const RECORDING_STATES = ['asked', 'running', 'paused'] as const;

/**
 * A recording of a call. It is made in the browser of whoever asked for it, and runs only while everybody who is in has agreed.
 * `running` is the only state in which anything may be kept, and only of the people in `agreed`.
 */
export const CallRecording = z.object({
  /** Its number in this call: consents name it. */
  id: z.number().int(),
  /** Who asked for it: the file is theirs alone. */
  by: z.number().int(),
  state: z.enum(RECORDING_STATES),
  agreed: z.array(z.number().int()),
});
export type CallRecording = z.infer<typeof CallRecording>;

/** What happened to a recording. `refused`: somebody said no; `cancelled`: taken back before it ran; `stopped`: by anybody. */
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

/** A call as one of its people sees it now. Whoever is only rung or visiting sees who is in it, and nothing of the media. */
export const Call = z.object({
  room_id: roomId,
  /** `ringing`: nobody has accepted yet. */
  state: z.enum(['ringing', 'running', 'ended']),
  mode: z.enum(CALL_MODES),
  /** Who started it; null when that person was erased. */
  started_by: z.number().int().nullable(),
  /** 1: started with the camera on. */
  video: bit,
  people: z.array(CallParticipant),
  /** The ad that it is about. Never a number. */
  ad: ChatCard.nullable(),
  created: timestamp,
  /** When the first one accepted. */
  started: timestamp.nullable(),
  ended: timestamp.nullable(),
  /** Whole seconds since the first one accepted, until the end. */
  duration_s: z.number().int(),
  /** Of a ring: until when it rings. */
  rings_until: timestamp.nullable(),
  /** Null where nobody records, and for whoever is not in. */
  recording: CallRecording.nullable(),
  /** Path on the site by which a guest asks in. */
  link: z.string(),
});
export type Call = z.infer<typeof Call>;

export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof IceServer>;

/** How this person's sound and picture go: only for who is in a call that somebody accepted. */
export const CallMedia = z.object({
  mode: z.enum(CALL_MODES),
  /** Of `peer`: who the other one is, and who gives way when both offer at once. */
  peer: z.object({ user_id: z.number().int(), polite: bit }).optional(),
  /** Of `room`; missing while the media server is away. */
  seat: MediaJoinToken.optional(),
  ice: z.array(IceServer),
});
export type CallMedia = z.infer<typeof CallMedia>;

/** A message of a conference. Who wrote it is the session's person, whatever the call said. */
export const ConferenceMessage = z.object({
  id: z.number().int(),
  room_id: roomId,
  user_id: z.number().int(),
  firstname: z.string(),
  lastname: z.string(),
  photo: z.string().nullable(),
  message: z.string(),
  /** Addresses of the files, for people of the call. `attachments` says more about each. */
  files: z.array(z.string()),
  attachments: z.array(ChatFile),
  timestamp: timestamp,
  /** 1: written by the reader. */
  mine: bit,
  /** The key under which its writer sent it; only in what the writer reads. */
  client_key: z.string().nullable(),
});
export type ConferenceMessage = z.infer<typeof ConferenceMessage>;

export const CALL_OUTCOMES = ['answered', 'missed', 'declined', 'cancelled', 'busy'] as const;

/** A call of mine that is over. */
export const PastCall = z.object({
  room_id: roomId,
  /** 1: I started it. */
  outgoing: bit,
  outcome: z.enum(CALL_OUTCOMES),
  video: bit,
  /** The others. */
  people: z.array(CallParticipant),
  ad: ChatCard.nullable(),
  created: timestamp,
  /** Whole seconds that I was in it; 0 when it was not answered. */
  duration_s: z.number().int(),
  /** Whole seconds of it that somebody recorded; 0 where nothing was, or I agreed to nothing. */
  recorded_s: z.number().int(),
});
export type PastCall = z.infer<typeof PastCall>;

const Params = z.object({ room_id: roomId });
const startErrors = ['not_found', 'call_not_allowed', 'call_full', 'in_call', 'too_many_calls'] as const;

export const callsApi = {
  start: endpoint({
    method: 'POST',
    path: '/api/video/conference',
    access: 'user',
    summary:
      'Call one person or several: rings their pages and devices, and answers the room. The same people again while it runs: the same room.',
    body: z.object({
      user_id: people,
      /** The ad that it is about: both see its card. */
      ad_id: optionalId,
      /** 1: with the camera on. */
      video: flag.default(0),
    }),
    multipart: true,
    response: z.object({ room_id: roomId, call: Call }),
    errors: startErrors,
    limit: { max: 60, seconds: 60 },
  }),
  chat: endpoint({
    method: 'GET',
    path: '/api/conference/chat',
    access: 'user',
    summary: 'Messages of a conference, newest first, for the people who were let in.',
    query: z.object({
      room_id: roomId,
      ...pagePaging(CONFERENCE_CHAT_PAGE_SIZE, CONFERENCE_CHAT_PAGE_MAX),
      /** Only older than this message; takes the place of `page`. */
      before_id: id.optional(),
    }),
    response: z.object({ list: z.array(ConferenceMessage), total }),
    errors: ['not_found'],
  }),
  sendMessage: endpoint({
    method: 'PUT',
    path: '/api/conference/chat',
    access: 'user',
    summary:
      'Write to everybody in the conference: a text, or at least one file, at most ten. The writer is the session’s person; names and photos in the call are ignored.',
    body: z.object({
      room_id: roomId,
      message: text(MESSAGE_MAX).default(''),
      /** Files uploaded before, see `chatFilesApi`. */
      file_ids: idList(MESSAGE_FILES_MAX).optional(),
      /** UUID: the same key again answers the message that was sent under it. `Idempotency-Key` is another way to give it. */
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
  current: endpoint({
    method: 'GET',
    path: '/api/calls/current',
    access: 'user',
    summary: 'The call that I am in, and the one that rings me: what a page asks after a reload.',
    response: z.object({ call: Call.nullable(), ring: Call.nullable() }),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/calls/{room_id}/accept',
    access: 'user',
    summary: 'Accept the call that rings me, as `init` in its room does; my other devices fall silent.',
    params: Params,
    response: Call,
    errors: ['not_found', 'call_over', 'in_call'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/calls/{room_id}/decline',
    access: 'user',
    summary: 'Refuse the call that rings me.',
    params: Params,
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  hangup: endpoint({
    method: 'POST',
    path: '/api/calls/{room_id}/hangup',
    access: 'user',
    summary: 'Leave the call for good; a caller whom nobody has answered ends the ring.',
    params: Params,
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/calls/{room_id}/add',
    access: 'user',
    summary: `Ring more people into the call that I am in: at most ${CALL_PARTICIPANTS_MAX} in all.`,
    params: Params,
    body: z.object({ user_id: people }),
    response: Call,
    errors: ['not_found', 'call_over', 'call_not_allowed', 'call_full', 'too_many_calls'],
    limit: { max: 60, seconds: 60 },
  }),
  media: endpoint({
    method: 'POST',
    path: '/api/calls/{room_id}/media',
    access: 'user',
    summary:
      'How my sound and picture go now, with fresh credentials: a seat that ran out, TURN that did. `mode` room moves everybody to the media server.',
    params: Params,
    body: z.object({ mode: z.literal('room').optional() }),
    response: CallMedia,
    errors: ['not_found', 'call_over'],
    limit: { max: 60, seconds: 60 },
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/calls/history',
    access: 'user',
    summary: 'My calls that are over, newest first.',
    query: z.object({ ...pagePaging(CALL_HISTORY_PAGE_SIZE, CALL_HISTORY_PAGE_MAX) }),
    response: z.object({ list: z.array(PastCall), total }),
  }),
};

/** Who rings, as a page is told of it. Everything to show is in it; `names` go with `users`. */
export interface CallRing {
  room_id: string;
  /** Everybody in the call and rung by it, the listener left out. */
  users: number[];
  names: string[];
  /** Who rings. */
  user_id: number;
  firstname: string;
  lastname: string;
  photo: string | null;
  video: 0 | 1;
  ad: z.infer<typeof ChatCard> | null;
  rings_until: string;
}

/** What a person's own socket for calls tells. */
export type CallNotificationEvent =
  /** Somebody asks whether this person is there; answered with `ok`. */
  | { type: 'pong'; user_id: number }
  /** Whom this page asked is there. */
  | { type: 'ok'; payload: { user_id: number } }
  /** For everybody watched, at once and after each change. */
  | ({ type: 'presence' } & UserPresence)
  /** A call rings. Told again to a page that comes while it rings. */
  | ({ type: 'init' } & CallRing)
  /** Rings into a call that runs already. */
  | ({ type: 'add_user' } & CallRing)
  /** This ring is over, or (`answered_elsewhere`, also told to the page that accepted) was answered on one of my pages. */
  | { type: 'hangup'; room_id: string; user_id: number; reason: HangupReason }
  /** Somebody called while I am in another call: shown, without a sound. */
  | { type: 'knock'; room_id: string; user_id: number; firstname: string; lastname: string; photo: string | null };

/** A person's own socket for calls: who is there, and what rings. */
export const callNotificationSocket = socket({
  path: '/ws/callnotification/{user_id}/',
  summary: 'Who is there, and incoming calls.',
  params: z.object({ user_id: id }),
  messages: {
    /** Ask whether a person is there. The asker is the session's person, whatever `self_user` says. */
    ping: z.object({ user_id: id, self_user: z.unknown().optional() }),
    /** The answer to a `pong`: `user_id` is who asked; with my own id, it is for everybody who asked just now. */
    ok: z.object({ payload: z.object({ user_id: id }) }),
    /**
     * Refuse the ring of this person, or stop ringing this person; with my own id, leave the call that I am in, or refuse the
     * one that rings me. `room_id` says which call where it matters.
     */
    hangup: z.object({ user_id: id, room_id: roomId.optional() }),
    /** Watch these people in place of those watched before. */
    watch: z.object({ user_ids: z.array(id).max(WATCHED_USERS_MAX) }),
  },
});

/** Who did something in a room, and when. */
interface CallActor {
  user_id: number;
  firstname: string;
  lastname: string;
  timestamp: string;
}

/**
 * What a room tells. `state` comes first, and with every change: it is the whole truth, the others say what happened. A
 * person who is only rung hears `state` and `hangup`; an outsider nothing, a visitor that they wait and what became of it.
 */
export type EnterCallEvent =
  | { type: 'state'; call: Call }
  /** Somebody came in, or is back. */
  | ({ type: 'init' } & CallActor)
  /** Who is still being rung. */
  | { type: 'await'; users: number[]; names: string[] }
  /** Somebody is rung into the call, by `by`. */
  | ({ type: 'add_user'; by: number } & CallActor)
  /** A guest asks in (`asks`), was let in (`admitted`) or not (`refused`). */
  | ({ type: 'visitor'; state: 'asks' | 'admitted' | 'refused' } & CallActor)
  /** Somebody is out of the call, with my own id: I am. */
  | ({ type: 'hangup'; reason: HangupReason } & CallActor)
  /** Somebody's page is gone; back within {@link COME_BACK_SECONDS} or out. */
  | ({ type: 'exit' } & CallActor)
  | ({ type: 'chat' } & ConferenceMessage)
  /** A recording was asked for, agreed to, began, or ended: by whom. How it stands now is in `state`. */
  | ({ type: 'recording'; state: RecordingEvent } & CallActor)
  /** Somebody asks me, `to`, to switch my microphone off. */
  | ({ type: 'mute'; to: number } & CallActor)
  /** Only for who is in, and only once somebody accepted; anew whenever the way changes. */
  | ({ type: 'media' } & CallMedia)
  /** From the other one of a `peer` call. */
  | { type: 'signal'; from: number; data: unknown }
  /** What this page asked for was refused: the code and its text. */
  | { type: 'refused'; of: string; code: string; message: string };

/** One call's room. The newest page of a person is the one that counts. */
export const enterCallSocket = socket({
  path: '/ws/entercall/{room}/{user}/',
  summary: 'A call’s room: who comes and goes, its chat, and the signals of its media.',
  params: z.object({ room: roomId, user: id }),
  messages: {
    /** I am here. From whom the call rings, it accepts. */
    init: z.object({}),
    /** A guest with the link asks in. From inside, `user_id` and `admit` answer a guest. */
    visitor: z.object({ user_id: optionalId, admit: flag.nullish() }),
    /** Who is still being rung? */
    await: z.object({}),
    /** Ring these people into the call: those of either field who are not in it. */
    add_user: z
      .object({ user_id: people.nullish(), users: idList(CALL_PARTICIPANTS_MAX).nullish() })
      .refine(({ user_id, users }) => user_id || users),
    /** Write to everybody. A message as `conference/chat` answered it, with its `id`, was told already and is passed over. */
    chat: z.object({
      id: optionalId.catch(undefined),
      message: text(MESSAGE_MAX).default(''),
      /** Ids of uploaded files. Addresses are of files that were sent already. */
      files: z.preprocess(withoutAddresses, idList(MESSAGE_FILES_MAX)).nullish(),
      client_key: z.uuid().nullish(),
    }),
    /**
     * Ask everybody whether I may record, agree, refuse, or stop: anybody stops it, whoever asked. All but `ask` name the recording.
     */
    record: z.discriminatedUnion('is', [
      z.object({ is: z.literal('ask') }),
      z.object({ is: z.enum(['agree', 'refuse', 'stop']), id: z.number().int() }),
    ]),
    /** Ask this person to switch their microphone off. Nobody does it for them. */
    mute: z.object({ user_id: id }),
    /** Leave for good; with somebody's `user_id`, stop ringing that person. */
    hangup: z.object({ user_id: optionalId }),
    /** This page closes: another one may take its place for a while. */
    exit: z.object({}),
    /** For the other one of a `peer` call: description, candidate, or whatever the pages agree on. */
    signal: z.object({ to: id, data: z.unknown() }),
    /** Fresh media for me; with `mode` room, everybody moves to the media server. */
    media: z.object({ mode: z.literal('room').optional() }),
  },
});
