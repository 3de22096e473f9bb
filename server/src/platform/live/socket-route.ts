import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CLOSED, type SocketSpec } from '@app/contract/platform/socket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { Failure } from '../failure.ts';
import { identifyViewer } from '../http/bind.ts';
import { refuseCrossSite } from '../http/guards.ts';
import type { SignedInViewer } from '../http/viewer.ts';
import { asGuest, isGuest } from './guests.ts';
import type { Connection, LiveSocket, SocketMessage } from './socket-connection.ts';
import type { SocketServices } from './socket-door.ts';

type Messages = Readonly<Record<string, z.ZodType>>;

export interface SocketHandlers<Params, M extends Messages> {
  /** Whether this person may open this very socket. */
  access(viewer: SignedInViewer, params: Params): boolean | Promise<boolean>;
  /** Whether this very socket is open to everybody: then guests are let in as well, see {@link isGuest}. */
  guests?(params: Params): boolean | Promise<boolean>;
  /** The socket is open; the answer is called when it closes. */
  open(socket: LiveSocket, params: Params): Promise<() => void>;
  /** What to do about each message of the contract, already parsed. Access is asked again before each. */
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
 * A socket of the contract. Who asks, from which site and for what is settled before the upgrade; a foreign site gets 403.
 * Browsers read no answer but the close code, so a session that is over and an id that is somebody else's are let in and
 * closed at once with 4401 and 4403.
 */
export function socketRoute<P extends z.ZodType, M extends Messages>(
  app: FastifyInstance,
  services: SocketServices,
  spec: SocketSpec<P, M>,
  handlers: SocketHandlers<z.output<P>, M>,
): void {
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
      app.socketDoor.refuseKnocking(request.ip);
      try {
        refuseCrossSite(request, services.config.publicUrl);
        const admission = await admit(services, spec, handlers, request);
        if (!admission.isAllowed) app.socketDoor.noteRefusal(request.ip);
        admissions.set(request, admission);
      } catch (error) {
        app.socketDoor.noteRefusal(request.ip);
        throw error;
      }
    },
    handler: (socket, request) => {
      const { viewer, params, isAllowed } = admissions.get(request) ?? NOBODY;
      if (viewer === undefined || !isAllowed) {
        if (viewer === undefined) socket.close(CLOSED.sessionOver, 'not signed in');
        else socket.close(CLOSED.forbidden, 'not allowed');
        return;
      }
      const raw = request.raw.socket;
      if (isGuest(viewer) && !app.socketDoor.hasRoomForGuest(viewer.ip)) {
        socket.close(CLOSED.excess, 'too many guests');
        return;
      }
      letGo(socket, raw);
      start(app.socketDoor.admit(socket, raw, viewer, take), socket, params);
    },
  });

  const paramsOf = new WeakMap<Connection, unknown>();

  function start(connection: Connection, socket: WebSocket, params: unknown): void {
    paramsOf.set(connection, params);
    let leave: (() => void) | undefined;
    let isGone = false;
    socket.on('close', () => {
      isGone = true;
      leave?.();
    });
    connection.run(async () => {
      leave = await handlers.open(connection, params as z.output<P>);
      if (isGone) leave();
    });
  }

  async function take(from: Connection, message: SocketMessage): Promise<void> {
    const params = paramsOf.get(from);
    const found = dispatch.get(message.type);
    // A newer page may say what this node does not know yet.
    if (found === undefined) return;
    const parsed = found.schema.safeParse(message);
    if (!parsed.success) from.close(CLOSED.malformed, 'not understood');
    else if (from.viewer.isFrozen) return;
    else if (await isStillAllowed(from, params)) await found.handle(from, parsed.data, params);
    else from.close(CLOSED.forbidden, 'not allowed');
  }

  async function isStillAllowed({ viewer }: Connection, params: unknown): Promise<boolean> {
    if (!isGuest(viewer)) return handlers.access(viewer, params as z.output<P>);
    return (await handlers.guests?.(params as z.output<P>)) === true;
  }
}

/** The upgrade's request and answer would stay in memory as long as the socket, bigger than everything else of it. */
function letGo(socket: WebSocket, raw: Socket): void {
  socket.removeAllListeners('error');
  // The library has closed such a socket already, with the code that says why.
  socket.on('error', ignore);
  const { _httpMessage: answer } = raw as Socket & { _httpMessage?: ServerResponse | null };
  answer?.detachSocket(raw);
}

const ignore = (): void => {};

const NOBODY: Admission = { viewer: undefined, params: undefined, isAllowed: false };

async function admit<P extends z.ZodType, M extends Messages>(
  services: SocketServices,
  spec: SocketSpec<P, M>,
  handlers: SocketHandlers<z.output<P>, M>,
  request: FastifyRequest,
): Promise<Admission> {
  // What the path says goes before what the query says.
  const params = spec.params.safeParse({ ...(request.query as object), ...(request.params as object) });
  if (!params.success) throw new Failure('not_found');
  const viewer = await identifyViewer(services, request);
  if (viewer.userId === null || viewer.sessionId === null) {
    if ((await handlers.guests?.(params.data)) !== true) return NOBODY;
    return { viewer: asGuest(viewer), params: params.data, isAllowed: true };
  }
  const signedIn: SignedInViewer = { ...viewer, userId: viewer.userId, sessionId: viewer.sessionId };
  return { viewer: signedIn, params: params.data, isAllowed: await handlers.access(signedIn, params.data) };
}
