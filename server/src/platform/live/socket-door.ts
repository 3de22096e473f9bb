import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import {
  CLOSED,
  RESTART_SPREAD_MS,
  SOCKET_FRAME_MAX_BYTES,
  SOCKET_MESSAGES_PER_SECOND_MAX,
  SOCKETS_OF_PERSON_MAX,
} from '@app/contract/socket';
import websocket from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import type { Sessions, SignedInViewer } from '../viewer.ts';
import type { Live } from './live.ts';
import { type Connection, openConnection, type SocketMessage } from './socket-connection.ts';
import { isSocketPath } from './upgrades.ts';

export interface SocketServices {
  sessions: Sessions;
  live: Live;
  log: FastifyBaseLogger;
  config: { publicUrl: string };
}

export interface SocketDoor {
  /** Take in a socket whose person was let in. `onMessage` runs for one message after the other. */
  admit(socket: WebSocket, viewer: SignedInViewer, onMessage: (message: SocketMessage) => Promise<void>): Connection;
}

declare module 'fastify' {
  interface FastifyInstance {
    socketDoor: SocketDoor;
  }
}

const HEARTBEAT_MS = 20_000;
/** A session that ended closes its sockets within two of these. */
const SESSIONS_EVERY_MS = 1000;
/** A node without its database for this long sends its people elsewhere. */
const DATABASE_GONE_MS = 3000;
const GOODBYE_MS = 2000;
const SPREAD_HINT = `spread=${RESTART_SPREAD_MS}`;

/** Everybody of one person on this node, oldest first. */
interface Person {
  connections: Set<Connection>;
  second: number;
  said: number;
}

/** The one door of all sockets: limits, heartbeat, the end of sessions, and the goodbye of a node that stops. */
export async function registerSocketDoor(app: FastifyInstance, services: SocketServices): Promise<void> {
  const { sessions, live, log } = services;
  const people = new Map<number, Person>();
  const connections = new Set<Connection>();

  function admit(socket: WebSocket, viewer: SignedInViewer, onMessage: (message: SocketMessage) => Promise<void>) {
    const person = people.get(viewer.userId) ?? { connections: new Set(), second: 0, said: 0 };
    people.set(viewer.userId, person);
    const connection = openConnection({
      socket,
      viewer,
      maySpeak: () => maySpeak(person),
      onMessage,
      onDefect(error) {
        log.error({ err: error }, 'a socket failed');
        connection.close(CLOSED.restart, SPREAD_HINT);
      },
    });
    connections.add(connection);
    person.connections.add(connection);
    socket.on('close', () => {
      connections.delete(connection);
      person.connections.delete(connection);
      if (person.connections.size === 0) people.delete(viewer.userId);
    });
    if (person.connections.size > SOCKETS_OF_PERSON_MAX) {
      const [oldest] = person.connections;
      if (oldest !== undefined) {
        person.connections.delete(oldest);
        oldest.close(CLOSED.excess, 'too many sockets');
      }
    }
    return connection;
  }

  function sendAway(): void {
    for (const connection of connections) connection.close(CLOSED.restart, SPREAD_HINT);
  }

  function beat(): void {
    for (const connection of connections) if (!connection.beat()) connection.terminate();
    void live.check();
  }

  const watch = watchSessions({ sessions, connections, onDatabaseGone: sendAway });
  const timers = [setInterval(beat, HEARTBEAT_MS).unref(), setInterval(watch, SESSIONS_EVERY_MS).unref()];
  const forgetLive = live.onGap(sendAway);

  const upgrades = new EventEmitter();
  const pass = (request: IncomingMessage, ...rest: unknown[]): void => {
    if (isSocketPath(request.url)) upgrades.emit('upgrade', request, ...rest);
  };
  app.server.on('upgrade', pass);

  app.decorate('socketDoor', { admit });
  await app.register(websocket, {
    options: { maxPayload: SOCKET_FRAME_MAX_BYTES, perMessageDeflate: false, server: upgrades as unknown as Server },
    // The library has closed such a socket already, with the code that says why.
    errorHandler: (error, _socket, request) => request.log.debug({ reason: error.message }, 'a socket broke'),
    async preClose() {
      for (const timer of timers) clearInterval(timer);
      forgetLive();
      app.server.off('upgrade', pass);
      sendAway();
      for (const deadline = Date.now() + GOODBYE_MS; connections.size > 0 && Date.now() < deadline; ) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      for (const connection of connections) connection.terminate();
    },
  });
}

/** Twenty a second, whatever the number of sockets they come by. */
function maySpeak(person: Person): boolean {
  const second = Math.floor(Date.now() / 1000);
  if (person.second !== second) {
    person.second = second;
    person.said = 0;
  }
  person.said += 1;
  return person.said <= SOCKET_MESSAGES_PER_SECOND_MAX;
}

interface Watch {
  sessions: Sessions;
  connections: ReadonlySet<Connection>;
  onDatabaseGone(): void;
}

/**
 * Close the sockets of sessions that are over: signed out, replaced by a new password, expired, suspended. Asking the
 * database covers every way a session ends, and tells whether the database is there at all.
 */
function watchSessions({ sessions, connections, onDatabaseGone }: Watch): () => void {
  let isAsking = false;
  let answeredAt = Date.now();

  async function ask(): Promise<void> {
    const ids = new Set([...connections].map(({ viewer }) => viewer.sessionId));
    const ended = new Set(await sessions.listEnded([...ids]));
    for (const connection of connections) {
      if (ended.has(connection.viewer.sessionId)) connection.close(CLOSED.sessionOver, 'signed out');
    }
    answeredAt = Date.now();
  }

  return () => {
    if (connections.size === 0) {
      answeredAt = Date.now();
      return;
    }
    if (Date.now() - answeredAt > DATABASE_GONE_MS) onDatabaseGone();
    if (isAsking) return;
    isAsking = true;
    // A refusal counts as no answer.
    const asked = (): void => {
      isAsking = false;
    };
    ask().then(asked, asked);
  };
}
