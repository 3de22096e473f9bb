import { SDP_MAX_BYTES } from '@app/contract/live/media-room';
import { z } from 'zod';

/** Where app nodes talk to a media node. */
export const CONTROL_PATH = '/control';
/** Over HTTP, with the same key: the segments that nobody took yet, and programs that come in by an offer. */
export const SEGMENTS_PATH = '/segments';
export const PEERS_PATH = '/peers';
/** Both sides say at least a `beat` this often. */
export const HEARTBEAT_INTERVAL_MS = 1000;

const room = z.string().regex(/^[\w-]{1,64}$/);
const user = z.number().int().positive();

/** A program that sends to a stream, or watches it. */
export const ExternalPeerRequest = z.object({
  room,
  user,
  may: z.enum(['publish', 'view']),
  sdp: z.string().max(SDP_MAX_BYTES),
});
export type ExternalPeerRequest = z.infer<typeof ExternalPeerRequest>;

/** What an app node asks of a media node. */
export const ControlClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('drop'), room, user }),
  z.object({ type: z.literal('end'), room, reason: z.enum(['ended', 'moved']) }),
  z.object({ type: z.literal('record'), room, on: z.boolean() }),
  z.object({ type: z.literal('beat') }),
]);
export type ControlClientMessage = z.infer<typeof ControlClientMessage>;

const whole = z.number().int().nonnegative();

/** A piece of a recording as it lies on a media node. */
export const NodeSegment = z.object({
  room,
  session: whole,
  index: whole,
  startMs: whole,
  durationMs: whole,
  codec: z.enum(['vp8', 'h264']),
  width: whole,
  height: whole,
  bytes: whole,
});
export type NodeSegment = z.infer<typeof NodeSegment>;

/** What it hears: everybody who is connected at first, then every change. */
export const ControlServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rooms'), rooms: z.record(z.string(), z.array(user)) }),
  z.object({ type: z.enum(['person_connected', 'person_lost']), room, user }),
  z.object({ type: z.literal('room_empty'), room }),
  NodeSegment.extend({ type: z.literal('segment') }),
  /** With how many packets the node has sent on since it started. */
  z.object({ type: z.literal('beat'), forwarded: whole.optional() }),
]);
export type ControlServerMessage = z.infer<typeof ControlServerMessage>;
