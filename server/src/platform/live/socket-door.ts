import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  CLOSED,
  RESTART_SPREAD_MS,
  SOCKET_FRAME_MAX_BYTES,
  SOCKET_MESSAGES_PER_SECOND_MAX,
  SOCKETS_OF_PERSON_MAX,
} from '@app/contract/platform/socket';
import websocket from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { Failure } from '../failure.ts';
import type { Sessions, SignedInViewer } from '../http/viewer.ts';
import { GUESTS_OF_ADDRESS_MAX, isGuest } from './guests.ts';
import { createKnocks } from './knocks.ts';
import type { Live } from './live.ts';
import { Connection, type ConnectionHooks } from './socket-connection.ts';
import { isSocketPath } from './upgrades.ts';
import { watchSessions } from './watch-sessions.ts';

export interface SocketServices {
  sessions: Sessions;
  live: Live;
  log: FastifyBaseLogger;
  config: { publicUrl: string; rateLimits: boolean };
}

/** Whoever wants to know who is connected to this node. */
export interface PeopleWatcher {
  /** The first socket of a person opened. */
  onArrival(userId: number): void;
  /** The last one closed. */
  onDeparture(userId: number): void;
}

export interface SocketDoor {
  /** Take in a socket whose person was let in. */
  admit(socket: WebSocket, raw: Duplex, viewer: SignedInViewer, onMessage: ConnectionHooks['onMessage']): Connection;
  /** Whether one more guest may come from this address. */
  hasRoomForGuest(ip: string): boolean;
  /** Refuse an address that keeps knocking without being let in. */
  refuseKnocking(ip: string): void;
  /** Somebody at this address was not let in. */
  noteRefusal(ip: string): void;
  watchPeople(watcher: PeopleWatcher): void;
  /** Open sockets of this node. */
  count(): number;
}

declare module 'fastify' {
  interface FastifyInstance {
    socketDoor: SocketDoor;
  }
}

/** Every socket is asked for a sign of life this often, a part of them each second. */
const HEARTBEAT_SECONDS = 20;
/** A session that ended closes its sockets within two of these. */
const EVERY_MS = 1000;
const GOODBYE_MS = 2000;
const SPREAD_HINT = `spread=${RESTART_SPREAD_MS}`;
/** What a socket that is not told later what it missed hears after a break: read anew. */
const LIMITED = { type: 'limited' };

/** Everybody of one person on this node, oldest first. */
interface Person {
  connections: Set<Connection>;
  second: number;
  said: number;
}

/** The one door of all sockets: limits, heartbeat, the end of sessions, and the goodbye of a node that stops. */
export async function registerSocketDoor(app: FastifyInstance, services: SocketServices): Promise<void> {
  const { sessions, live, log, config } = services;
  const people = new Map<number, Person>();
  const connections = new Set<Connection>();
  /** Whose turn it is to be asked for a sign of life. */
  const turns = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<Connection>());
  const watchers: PeopleWatcher[] = [];
  const knocks = createKnocks(config.rateLimits);
  let second = 0;

  function arrive(userId: number): Person {
    const person: Person = { connections: new Set(), second: 0, said: 0 };
    people.set(userId, person);
    if (isGuest({ userId })) return person;
    for (const watcher of watchers) watcher.onArrival(userId);
    return person;
  }

  function part(connection: Connection): void {
    const { userId } = connection.viewer;
    connections.delete(connection);
    for (const turn of turns) if (turn.delete(connection)) break;
    const person = people.get(userId);
    person?.connections.delete(connection);
    if (person?.connections.size !== 0) return;
    people.delete(userId);
    if (isGuest({ userId })) return;
    for (const watcher of watchers) watcher.onDeparture(userId);
  }

  const common: Omit<ConnectionHooks, 'onMessage'> = {
    maySpeak: ({ viewer }) => maySpeak(people.get(viewer.userId)),
    onDefect(connection, error) {
      log.error({ err: error }, 'a socket failed');
      connection.close(CLOSED.restart, SPREAD_HINT);
    },
    onClose: part,
  };
  const hooksOf = new WeakMap<ConnectionHooks['onMessage'], ConnectionHooks>();

  function admit(socket: WebSocket, raw: Duplex, viewer: SignedInViewer, onMessage: ConnectionHooks['onMessage']) {
    const hooks = hooksOf.get(onMessage) ?? { ...common, onMessage };
    hooksOf.set(onMessage, hooks);
    const person = people.get(viewer.userId) ?? arrive(viewer.userId);
    const connection = new Connection(socket, raw, viewer, hooks);
    turns[connections.size % HEARTBEAT_SECONDS]?.add(connection);
    connections.add(connection);
    person.connections.add(connection);
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
    second += 1;
    for (const connection of turns[second % HEARTBEAT_SECONDS] ?? []) if (!connection.beat()) connection.terminate();
    if (second % HEARTBEAT_SECONDS === 0) void live.check();
  }

  const watch = watchSessions({ sessions, connections, onDatabaseGone: sendAway });
  const timer = setInterval(() => {
    beat();
    watch();
  }, EVERY_MS).unref();
  const forgetLive = live.onGap(() => {
    for (const connection of connections) if (!connection.resumes) connection.send(LIMITED);
  });

  const upgrades = new EventEmitter();
  const pass = (request: IncomingMessage, ...rest: unknown[]): void => {
    if (isSocketPath(request.url)) upgrades.emit('upgrade', request, ...rest);
  };
  app.server.on('upgrade', pass);

  app.decorate('socketDoor', {
    admit,
    hasRoomForGuest(ip) {
      let inside = 0;
      for (const { viewer } of connections) if (isGuest(viewer) && viewer.ip === ip) inside += 1;
      return inside < GUESTS_OF_ADDRESS_MAX;
    },
    refuseKnocking(ip) {
      if (knocks.isTooMany(ip)) throw new Failure('too_many_requests', { retryAfter: 60 });
    },
    noteRefusal: (ip) => knocks.note(ip),
    watchPeople: (watcher) => void watchers.push(watcher),
    count: () => connections.size,
  });
  await app.register(websocket, {
    options: { maxPayload: SOCKET_FRAME_MAX_BYTES, perMessageDeflate: false, server: upgrades as unknown as Server },
    // The library has closed such a socket already, with the code that says why.
    errorHandler: (error, _socket, request) => request.log.debug({ reason: error.message }, 'a socket broke'),
    async preClose() {
      clearInterval(timer);
      knocks.close();
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
function maySpeak(person: Person | undefined): boolean {
  if (person === undefined) return false;
  const second = Math.floor(Date.now() / 1000);
  if (person.second !== second) {
    person.second = second;
    person.said = 0;
  }
  person.said += 1;
  return person.said <= SOCKET_MESSAGES_PER_SECOND_MAX;
}
