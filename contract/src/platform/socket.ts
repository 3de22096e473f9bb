import type { z } from 'zod';

/** A socket: where it is, and what a browser may say on it by the `type` of the message. */
export interface SocketSpec<
  Params extends z.ZodType = z.ZodType,
  Messages extends Readonly<Record<string, z.ZodType>> = Readonly<Record<string, z.ZodType>>,
> {
  /** Full path with parameters in braces: `/ws/notifications/{user_id}/`. */
  path: string;
  summary: string;
  /** Of the path, and of the query after it. */
  params: Params;
  messages?: Messages;
}

export function socket<
  Params extends z.ZodType,
  Messages extends Readonly<Record<string, z.ZodType>> = Readonly<Record<never, z.ZodType>>,
>(spec: SocketSpec<Params, Messages>): SocketSpec<Params, Messages> {
  return spec;
}

/** Why a socket was closed. Clients reopen after every other code. */
export const CLOSE_CODES = {
  /** Not JSON, or not what this socket understands. */
  malformed: 1007,
  /** Too many messages, too slow a reader, or too many sockets of one person. */
  excess: 1008,
  /** The node goes away or cannot hear the others: reopen elsewhere, spread over a few seconds. */
  restart: 1012,
  signedOut: 4401,
  forbidden: 4403,
} as const;

/** One frame from a browser; larger ones close the socket with 1009. */
export const SOCKET_FRAME_MAX_BYTES = 16 * 1024;
export const SOCKET_MESSAGES_PER_SECOND_MAX = 20;
export const SOCKETS_PER_USER_MAX = 10;
/** Frames that wait for a reader at most. */
export const SOCKET_QUEUE_MAX = 64;
/** After `restart` clients reopen at a random moment within this time. */
export const RESTART_SPREAD_MS = 5000;

/** A client may say `{"type":"beat"}` on any socket and hears it back: proof that the line still works both ways. */
export const HEARTBEAT = 'beat';
