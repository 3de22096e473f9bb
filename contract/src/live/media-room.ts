import { z } from 'zod';
import { bit, timestamp } from '../platform/fields.ts';

/** People in one call at once, those who are still invited among them. */
export const CALL_PARTICIPANTS_MAX = 8;
/** Receiving places a browser offers for a call: everybody else, and one shared screen. */
export const CALL_SLOTS = 8;
/** Receiving places of somebody who only watches a stream: the person, and the screen. */
export const STREAM_SLOTS = 2;

/** A token opens the door this long; who is inside stays as long as the connection holds. */
export const JOIN_TOKEN_MINUTES = 5;
/** A socket that has not shown its token by then is closed. */
export const ENTER_WITHIN_MS = 5000;
/** One frame from a browser: an offer and a little more. */
export const MEDIA_FRAME_MAX_BYTES = 80 * 1024;
export const SDP_MAX_BYTES = 64 * 1024;
export const MEDIA_MESSAGES_PER_SECOND_MAX = 20;
/** Who lost the socket but not the media keeps the place this long: the browser enters anew meanwhile. */
export const PARTICIPANT_LINGER_MS = 4000;

/** The path of the media socket on the site's own host, and on a media node. */
export const MEDIA_SOCKET_PATH = '/media-room';

/**
 * A person's place in a room. `url` is an address of its own (`wss://media.example.com/media-room`), or a path on the
 * page's own host: `new URL(url, location.href)` with `ws` for `http` opens either.
 */
export const MediaJoinToken = z.object({
  engine: z.enum(['sfu', 'livekit']),
  url: z.string(),
  token: z.string(),
  expires_at: timestamp,
});
export type MediaJoinToken = z.infer<typeof MediaJoinToken>;

/** What a browser sends by one m-line. The low camera is the same picture at a quarter of its sides. */
export const ProducerKind = z.enum(['audio', 'video', 'video_low', 'screen', 'screen_audio']);
export type ProducerKind = z.infer<typeof ProducerKind>;

export const VideoLayer = z.enum(['high', 'low', 'off']);
export type VideoLayer = z.infer<typeof VideoLayer>;

const mid = z.string().regex(/^[\w-]{1,16}$/);
const userId = z.number().int().positive();

/**
 * What a browser says on the media socket; `enter` comes first, within {@link ENTER_WITHIN_MS}.
 *
 * One offer for each peer connection: its sending m-lines (`sendonly`, named in `sends`; they may have no track yet, tracks are
 * put in and taken out by `replaceTrack`), then receiving places, each an audio and a video m-line, both `recvonly`.
 * The n-th receiving audio and the n-th receiving video are one place. VP8 and Opus. Another offer on the same socket is
 * another peer connection for the same seat (a network that changed); the newest one wins, on whatever socket it came.
 */
export const MediaClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('enter'), token: z.string().max(500) }),
  z.object({
    type: z.literal('offer'),
    id: z.number().int().nonnegative(),
    sdp: z.string().max(SDP_MAX_BYTES),
    sends: z.array(z.object({ mid, kind: ProducerKind })).max(ProducerKind.options.length),
    /** What is switched on right now. */
    on: z.object({ audio: z.boolean(), video: z.boolean(), screen: z.boolean() }),
  }),
  /** At most this layer of one person's camera, or of everybody's; `off` saves the traffic. */
  z.object({ type: z.literal('layer'), user: z.union([userId, z.literal('*')]), layer: VideoLayer }),
  z.object({ type: z.literal('mute'), kind: z.enum(['audio', 'video', 'screen']), muted: z.boolean() }),
  z.object({ type: z.literal('hand'), raised: z.boolean() }),
  /** What the browser measures, for whoever looks after the node. */
  z.object({
    type: z.literal('stats'),
    rtt_ms: z.number().nonnegative().optional(),
    lost_percent: z.number().min(0).max(100).optional(),
    kbps_in: z.number().nonnegative().optional(),
    kbps_out: z.number().nonnegative().optional(),
  }),
  /** Goes on purpose: the place is free at once. */
  z.object({ type: z.literal('leave') }),
  z.object({ type: z.literal('beat') }),
]);
export type MediaClientMessage = z.infer<typeof MediaClientMessage>;

/** Which m-lines carry whom. A place that is not named is empty. */
export interface RoomSlot {
  user: number;
  kind: 'person' | 'screen';
  audio_mid: string | null;
  video_mid: string | null;
}

/** Somebody in the room; oneself among them. */
export const RoomParticipant = z.object({ user: userId, audio: bit, video: bit, screen: bit, hand: bit });
export type RoomParticipant = z.infer<typeof RoomParticipant>;

/** `elsewhere`: the same person came in by another page. `moved`: enter anew with a fresh seat. `restart` too: the node stops. */
export type RoomEndReason = 'ended' | 'dropped' | 'elsewhere' | 'moved' | 'restart';

export type RoomRefusal =
  | 'bad_token'
  | 'token_expired'
  | 'bad_message'
  | 'bad_offer'
  | 'too_many_messages'
  | 'room_full'
  | 'node_full'
  | 'may_not_publish';

/** What the browser hears. After `end` and `refused` the socket closes. */
export type MediaServerMessage =
  | { type: 'entered'; user: number; may: 'publish' | 'view' }
  | { type: 'answer'; id: number; sdp: string }
  | { type: 'slots'; slots: RoomSlot[] }
  | { type: 'people'; people: RoomParticipant[] }
  /** Who speaks, the loudest first; `level` from 0 to 1. Empty: silence. */
  | { type: 'speakers'; speakers: { user: number; level: number }[] }
  | { type: 'state'; state: 'connecting' | 'connected' | 'disconnected' | 'failed' }
  /** What gets through to this browser (3000: nothing says that less does), and whether pictures were made smaller for it. */
  | { type: 'bandwidth'; kbps: number; lowered: boolean }
  | { type: 'beat' }
  | { type: 'end'; reason: RoomEndReason }
  | { type: 'refused'; code: RoomRefusal };
