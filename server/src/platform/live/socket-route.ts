import { CLOSED, type SocketSpec } from '@app/contract/socket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { identifyViewer } from '../bind.ts';
import { Failure } from '../failure.ts';
import { refuseCrossSite } from '../guards.ts';
import type { SignedInViewer } from '../viewer.ts';
import type { LiveSocket, SocketMessage } from './socket-connection.ts';
import type { SocketServices } from './socket-door.ts';

type Messages = Readonly<Record<string, z.ZodType>>;

export interface SocketHandlers<Params, M extends Messages> {
  /** Whether this person may open this very socket. */
  access(viewer: SignedInViewer, params: Params): boolean | Promise<boolean>;
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
      refuseCrossSite(request, services.config.publicUrl);
      admissions.set(request, await admit(services, spec, handlers, request));
    },
    handler: (socket, request) => {
      const { viewer, params, isAllowed } = admissions.get(request) ?? NOBODY;
      if (viewer === undefined || !isAllowed) {
        if (viewer === undefined) socket.close(CLOSED.sessionOver, 'not signed in');
        else socket.close(CLOSED.forbidden, 'not allowed');
        return;
      }
      const known = params as z.output<P>;
      const connection = app.socketDoor.admit(socket, viewer, (message) => take(connection, message));

      async function take(from: LiveSocket, message: SocketMessage): Promise<void> {
        const found = dispatch.get(message.type);
        // A newer page may say what this node does not know yet.
        if (found === undefined) return;
        const parsed = found.schema.safeParse(message);
        if (!parsed.success) from.close(CLOSED.malformed, 'not understood');
        else if (await handlers.access(from.viewer, known)) await found.handle(from, parsed.data, params);
        else from.close(CLOSED.forbidden, 'not allowed');
      }

      let leave: (() => void) | undefined;
      let isGone = false;
      socket.on('close', () => {
        isGone = true;
        leave?.();
      });
      connection.run(async () => {
        leave = await handlers.open(connection, known);
        if (isGone) leave();
      });
    },
  });
}

const NOBODY: Admission = { viewer: undefined, params: undefined, isAllowed: false };

async function admit<P extends z.ZodType, M extends Messages>(
  services: SocketServices,
  spec: SocketSpec<P, M>,
  handlers: SocketHandlers<z.output<P>, M>,
  request: FastifyRequest,
): Promise<Admission> {
  const params = spec.params.safeParse(request.params);
  if (!params.success) throw new Failure('not_found');
  const viewer = await identifyViewer(services, request);
  if (viewer.userId === null || viewer.sessionId === null) return NOBODY;
  const signedIn: SignedInViewer = { ...viewer, userId: viewer.userId, sessionId: viewer.sessionId };
  return { viewer: signedIn, params: params.data, isAllowed: await handlers.access(signedIn, params.data) };
}
