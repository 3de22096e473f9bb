import { SDP_MAX_BYTES } from '@app/contract/live/media-room';
import { z } from 'zod';

export const CONTROL_PATH = '/control';
/** HTTP paths with the same key: segments that were not fetched yet, and external peers. */
export const SEGMENTS_PATH = '/segments';
export const PEERS_PATH = '/peers';
/** Both sides send at least a `beat` message this often. */
export const HEARTBEAT_INTERVAL_MS = 1000;

const room = z.string().regex(/^[\w-]{1,64}$/);
const user = z.number().int().positive();

export const ExternalPeerRequest = z.object({
  room,
  user,
  may: z.enum(['publish', 'view']),
  sdp: z.string().max(SDP_MAX_BYTES),
});
export type ExternalPeerRequest = z.infer<typeof ExternalPeerRequest>;

export const ControlClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('drop'), room, user }),
  z.object({ type: z.literal('end'), room, reason: z.enum(['ended', 'moved']) }),
  z.object({ type: z.literal('record'), room, on: z.boolean() }),
  z.object({ type: z.literal('beat') }),
]);
export type ControlClientMessage = z.infer<typeof ControlClientMessage>;

const whole = z.number().int().nonnegative();

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

/**
 * Messages from a media node to an app node: first all rooms with those who are connected, then every change. Older app nodes
 * know only these types, so what came later stands in `beat`.
 */
export const ControlServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rooms'), rooms: z.record(z.string(), z.array(user)) }),
  z.object({ type: z.enum(['person_connected', 'person_lost']), room, user }),
  z.object({ type: z.literal('room_empty'), room }),
  NodeSegment.extend({ type: z.literal('segment') }),
  /**
   * `people`: all whom the node carries, with the viewers of streams, who are not told one by one. `opened`: a room that is
   * here from now on, even if nobody in it is told.
   */
  z.object({
    type: z.literal('beat'),
    forwarded: whole.optional(),
    people: whole.optional(),
    opened: room.optional(),
  }),
]);
export type ControlServerMessage = z.infer<typeof ControlServerMessage>;
