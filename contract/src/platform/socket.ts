import type { z } from 'zod';

/** A socket: its path, and the messages that clients may send by `type`. */
export interface SocketSpec<
  Params extends z.ZodType = z.ZodType,
  Messages extends Readonly<Record<string, z.ZodType>> = Readonly<Record<string, z.ZodType>>,
> {
  /** Full path with parameters in braces: `/ws/notifications/{user_id}/`. */
  path: string;
  summary: string;
  params: Params;
  messages?: Messages;
  /** What the server sends, told apart by `type`; besides, every socket answers `beat` and may say `limited`. */
  events?: z.ZodType;
}

export function socket<
  Params extends z.ZodType,
  Messages extends Readonly<Record<string, z.ZodType>> = Readonly<Record<never, z.ZodType>>,
>(spec: SocketSpec<Params, Messages>): SocketSpec<Params, Messages> {
  return spec;
}

/** Close codes of our sockets. Clients reconnect after every other code. */
export const CLOSE_CODES = {
  /** Not JSON, or not a message of this socket. */
  malformed: 1007,
  /** Too many messages, too slow a reader, or too many sockets of one person. */
  excess: 1008,
  /** The node stops or has lost the bus: reconnect elsewhere, spread over a few seconds. */
  restart: 1012,
  signedOut: 4401,
  forbidden: 4403,
} as const;

/** Maximum bytes of one frame from a browser; larger frames close the socket with 1009. */
export const SOCKET_FRAME_MAX_BYTES = 16 * 1024;
export const SOCKET_MESSAGES_PER_SECOND_MAX = 20;
export const SOCKETS_PER_USER_MAX = 10;
/** Maximum frames queued for a slow reader. */
export const SOCKET_QUEUE_MAX = 64;
/** After `restart` clients reconnect at a random moment within this time. */
export const RESTART_SPREAD_MS = 5000;

/** A client may send `{"type":"beat"}` on any socket and receives it back: the connection works both ways. */
export const HEARTBEAT = 'beat';
