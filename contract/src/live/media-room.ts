import { z } from 'zod';
import { bit, timestamp } from '../platform/fields.ts';

/** Maximum people in one call, including those still invited. */
/** Rooms of calls and streams that a media node opens at once: a bound, not a measured capacity. */
export const MEDIA_NODE_ROOMS_MAX = 500;
export const CALL_PARTICIPANTS_MAX = 8;
/** Receive slots that a browser offers for a call: one per other participant, and one for a shared screen. */
export const CALL_SLOTS = 8;
/** Receive slots of a stream viewer: the camera and the screen. */
export const STREAM_SLOTS = 2;

/** A join token admits within this time; a participant who is in stays as long as the connection lives. */
export const JOIN_TOKEN_MINUTES = 5;
/** A socket that has not sent its token within this time is closed. */
export const ENTER_WITHIN_MS = 5000;
/** Maximum bytes of one frame from a browser: an SDP offer with some reserve. */
export const MEDIA_FRAME_MAX_BYTES = 80 * 1024;
export const SDP_MAX_BYTES = 64 * 1024;
export const MEDIA_MESSAGES_PER_SECOND_MAX = 20;
/** A participant who loses the socket but not the media keeps the place this long: the browser can reconnect. */
export const PARTICIPANT_LINGER_MS = 4000;

export const MEDIA_SOCKET_PATH = '/media-room';

/**
 * Right to enter a media room. `url` is absolute (`wss://media.example.com/media-room`) or a path on the page's own
 * host; `new URL(url, location.href)` with `ws` for `http` opens either.
 */
export const MediaJoinToken = z.object({
  engine: z.enum(['sfu', 'livekit']),
  url: z.string(),
  token: z.string(),
  expires_at: timestamp,
});
export type MediaJoinToken = z.infer<typeof MediaJoinToken>;

export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof IceServer>;

/** Kind of one sending m-line. `video_low` is the camera picture at a quarter of its width and height. */
export const ProducerKind = z.enum(['audio', 'video', 'video_low', 'screen', 'screen_audio']);
export type ProducerKind = z.infer<typeof ProducerKind>;

export const VideoLayer = z.enum(['high', 'low', 'off']);
export type VideoLayer = z.infer<typeof VideoLayer>;

const mid = z.string().regex(/^[\w-]{1,16}$/);
const userId = z.number().int().positive();

/**
 * Messages from a browser on the media socket; `enter` comes first, within {@link ENTER_WITHIN_MS}.
 *
 * Each peer connection has one offer: first its sending m-lines (`sendonly`, named in `sends`; their tracks may be set
 * later by `replaceTrack`), then receive slots, each an audio and a video m-line, both `recvonly`. The n-th receiving
 * audio and the n-th receiving video form one slot. Codecs are VP8 and Opus. Another offer on the same socket opens
 * another peer connection for the same join token (after a network change); the newest connection wins, on whatever
 * socket it came.
 */
export const MediaClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('enter'), token: z.string().max(500) }),
  z.object({
    type: z.literal('offer'),
    id: z.number().int().nonnegative(),
    sdp: z.string().max(SDP_MAX_BYTES),
    sends: z.array(z.object({ mid, kind: ProducerKind })).max(ProducerKind.options.length),
    on: z.object({ audio: z.boolean(), video: z.boolean(), screen: z.boolean() }),
  }),
  /** Limits one participant's camera, or all of them, to this layer; `off` stops the traffic. */
  z.object({ type: z.literal('layer'), user: z.union([userId, z.literal('*')]), layer: VideoLayer }),
  z.object({ type: z.literal('mute'), kind: z.enum(['audio', 'video', 'screen']), muted: z.boolean() }),
  z.object({ type: z.literal('hand'), raised: z.boolean() }),
  /** Connection statistics from the browser, for monitoring. */
  z.object({
    type: z.literal('stats'),
    rtt_ms: z.number().nonnegative().optional(),
    lost_percent: z.number().min(0).max(100).optional(),
    kbps_in: z.number().nonnegative().optional(),
    kbps_out: z.number().nonnegative().optional(),
  }),
  /** Leaves on purpose: the place is free without the {@link PARTICIPANT_LINGER_MS} delay. */
  z.object({ type: z.literal('leave') }),
  z.object({ type: z.literal('beat') }),
]);
export type MediaClientMessage = z.infer<typeof MediaClientMessage>;

/** Which participant each receive slot shows. A slot that is not named is empty. */
export interface RoomSlot {
  user: number;
  kind: 'person' | 'screen';
  audio_mid: string | null;
  video_mid: string | null;
}

export const RoomParticipant = z.object({ user: userId, audio: bit, video: bit, screen: bit, hand: bit });
export type RoomParticipant = z.infer<typeof RoomParticipant>;

/**
 * `elsewhere`: the same person entered from another page. `moved`, `restart` (the node stops): enter again with a new
 * join token.
 */
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
