import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CLOSE_CODES, type SocketSpec } from '@app/contract/platform/socket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { currentShare, runInShare } from '../database/shares.ts';
import { Failure } from '../failure.ts';
import { identifyViewer } from '../http/bind.ts';
import { refuseCrossSite } from '../http/guards.ts';
import type { SignedInViewer } from '../http/viewer.ts';
import { asGuest, isGuest } from './guests.ts';
import type { Connection, LiveSocket, SocketMessage } from './socket-connection.ts';
import type { SocketServices } from './socket-upgrade.ts';

type Messages = Readonly<Record<string, z.ZodType>>;

export interface SocketHandlers<Params, M extends Messages> {
  access(viewer: SignedInViewer, params: Params): boolean | Promise<boolean>;
  /** Whether guests may open this socket as well, see {@link isGuest}. */
  allowsGuests?(params: Params): boolean | Promise<boolean>;
  open(socket: LiveSocket, params: Params): Promise<() => void>;
  /** A handler for each message of the contract, already parsed. Access is checked again before each message. */
  messages: { [Type in keyof M]: (socket: LiveSocket, message: z.output<M[Type]>, params: Params) => Promise<void> };
}

interface Admission {
  viewer: SignedInViewer | undefined;
  params: unknown;
  isAllowed: boolean;
}

interface Dispatch {
  schema: z.ZodType;
  handle(socket: LiveSocket, message: unknown, params: unknown): Promise<void>;
}

/**
 * Registers a socket of the contract. Session, origin and parameters are checked before the upgrade; a foreign origin
 * gets 403. Browsers can read only the close code, so an ended session and a forbidden id are upgraded and closed at
 * once with 4401 and 4403.
 */
export function registerSocketRoute<P extends z.ZodType, M extends Messages>(
  app: FastifyInstance,
  services: SocketServices,
  spec: SocketSpec<P, M>,
  handlers: SocketHandlers<z.output<P>, M>,
): void {
  app.sockets.push(spec);
  const share = currentShare();
  const admissions = new WeakMap<FastifyRequest, Admission>();
  const dispatch = new Map<string, Dispatch>(
    Object.entries(spec.messages ?? {}).map(([type, schema]) => [
      type,
      { schema, handle: handlers.messages[type as keyof M] as Dispatch['handle'] },
    ]),
  );

  app.route({
    method: 'GET',
    url: spec.path.replace(/\{(\w+)\}/g, ':$1'),
    websocket: true,
    exposeHeadRoute: false,
    onRequest: async (request) => {
      if (!request.ws) throw new Failure('not_found');
      app.socketDoor.requireUpgradeRate(request.ip);
      try {
        refuseCrossSite(request, services.config.publicUrl);
        const admission = await runInShare(share, () => authorizeUpgrade(services, spec, handlers, request));
        if (!admission.isAllowed) app.socketDoor.countRefusal(request.ip);
        admissions.set(request, admission);
      } catch (error) {
        app.socketDoor.countRefusal(request.ip);
        throw error;
      }
    },
    handler: (socket, request) => {
      const { viewer, params, isAllowed } = admissions.get(request) ?? NOT_ADMITTED;
      if (viewer === undefined || !isAllowed) {
        if (viewer === undefined) socket.close(CLOSE_CODES.signedOut, 'not signed in');
        else socket.close(CLOSE_CODES.forbidden, 'not allowed');
        return;
      }
      const raw = request.raw.socket;
      if (isGuest(viewer) && !app.socketDoor.hasRoomForGuest(viewer.ip)) {
        socket.close(CLOSE_CODES.excess, 'too many guests');
        return;
      }
      releaseUpgradeObjects(socket, raw);
      start(app.socketDoor.admit(socket, raw, viewer, handleMessage), socket, params);
    },
  });

  const paramsOf = new WeakMap<Connection, unknown>();

  function start(connection: Connection, socket: WebSocket, params: unknown): void {
    paramsOf.set(connection, params);
    let onClosed: (() => void) | undefined;
    let isGone = false;
    socket.on('close', () => {
      isGone = true;
      onClosed?.();
    });
    connection.enqueue(async () => {
      onClosed = await runInShare(share, () => handlers.open(connection, params as z.output<P>));
      if (isGone) onClosed();
    });
  }

  const handleMessage = (from: Connection, message: SocketMessage): Promise<void> =>
    runInShare(share, () => handle(from, message));

  async function handle(from: Connection, message: SocketMessage): Promise<void> {
    const params = paramsOf.get(from);
    const found = dispatch.get(message.type);
    // Unknown messages are ignored: a newer page may send types that this node does not know yet.
    if (found === undefined) return;
    const parsed = found.schema.safeParse(message);
    if (!parsed.success) from.close(CLOSE_CODES.malformed, 'not understood');
    else if (from.viewer.isFrozen) return;
    else if (await isStillAllowed(from, params)) await found.handle(from, parsed.data, params);
    else from.close(CLOSE_CODES.forbidden, 'not allowed');
  }

  async function isStillAllowed({ viewer }: Connection, params: unknown): Promise<boolean> {
    if (!isGuest(viewer)) return handlers.access(viewer, params as z.output<P>);
    return (await handlers.allowsGuests?.(params as z.output<P>)) === true;
  }
}

/**
 * Releases the upgrade's request and response, which otherwise stay in memory as long as the socket and are larger than
 * all its other state.
 */
function releaseUpgradeObjects(socket: WebSocket, raw: Socket): void {
  socket.removeAllListeners('error');
  socket.on('error', ignore);
  const { _httpMessage: response } = raw as Socket & { _httpMessage?: ServerResponse | null };
  response?.detachSocket(raw);
}

const ignore = (): void => {};

const NOT_ADMITTED: Admission = { viewer: undefined, params: undefined, isAllowed: false };

async function authorizeUpgrade<P extends z.ZodType, M extends Messages>(
  services: SocketServices,
  spec: SocketSpec<P, M>,
  handlers: SocketHandlers<z.output<P>, M>,
  request: FastifyRequest,
): Promise<Admission> {
  const params = spec.params.safeParse({ ...(request.query as object), ...(request.params as object) });
  if (!params.success) throw new Failure('not_found');
  const viewer = await identifyViewer(services, request);
  if (viewer.userId === null || viewer.sessionId === null) {
    if ((await handlers.allowsGuests?.(params.data)) !== true)
      // The session is there: pages must not sign out.
      return viewer.withoutFactor === undefined ? NOT_ADMITTED : { ...NOT_ADMITTED, viewer: asGuest(viewer) };
    return { viewer: asGuest(viewer), params: params.data, isAllowed: true };
  }
  // A socket outlives what was known of muted words and of the profile when it opened.
  const { hasMutedWords: _, home: __, ...rest } = viewer;
  const signedIn: SignedInViewer = { ...rest, userId: viewer.userId, sessionId: viewer.sessionId };
  return { viewer: signedIn, params: params.data, isAllowed: await handlers.access(signedIn, params.data) };
}
