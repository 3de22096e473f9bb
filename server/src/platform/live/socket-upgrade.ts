import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  CLOSE_CODES,
  RESTART_SPREAD_MS,
  SOCKET_FRAME_MAX_BYTES,
  SOCKET_MESSAGES_PER_SECOND_MAX,
  SOCKETS_PER_USER_MAX,
} from '@app/contract/platform/socket';
import websocket from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { Failure } from '../failure.ts';
import type { Sessions, SignedInViewer } from '../http/viewer.ts';
import { GUESTS_PER_ADDRESS_MAX, isGuest } from './guests.ts';
import type { Live } from './live.ts';
import { Connection, type ConnectionHandlers } from './socket-connection.ts';
import { createUpgradeRateLimit } from './upgrade-rate-limit.ts';
import { isSocketPath } from './upgrades.ts';
import { watchSessions } from './watch-sessions.ts';

export interface SocketServices {
  sessions: Sessions;
  live: Live;
  log: FastifyBaseLogger;
  config: { publicUrl: string; rateLimits: boolean };
}

export interface UserWatcher {
  onArrival(userId: number): void;
  onDeparture(userId: number): void;
}

export interface UpgradeHandler {
  admit(socket: WebSocket, raw: Duplex, viewer: SignedInViewer, onMessage: ConnectionHandlers['onMessage']): Connection;
  hasRoomForGuest(ip: string): boolean;
  requireUpgradeRate(ip: string): void;
  countRefusal(ip: string): void;
  watchUsers(watcher: UserWatcher): void;
  count(): number;
}

declare module 'fastify' {
  interface FastifyInstance {
    socketDoor: UpgradeHandler;
  }
}

/** Heartbeat interval per socket; the sockets are spread over its seconds. */
const HEARTBEAT_SECONDS = 20;
/** Milliseconds. A session that ended closes its sockets within two intervals. */
const EVERY_MS = 1000;
const CLOSE_TIMEOUT_MS = 2000;
const SPREAD_HINT = `spread=${RESTART_SPREAD_MS}`;
/** Sent after a gap to sockets that do not resume: the page has to reload its state. */
const LIMITED = { type: 'limited' };

interface UserConnections {
  connections: Set<Connection>;
  second: number;
  messageCount: number;
}

/** Sets up everything that sockets share: limits, heartbeat, ended sessions, and closing when the node stops. */
export async function registerSocketUpgrade(app: FastifyInstance, services: SocketServices): Promise<void> {
  const { sessions, live, log, config } = services;
  const users = new Map<number, UserConnections>();
  const connections = new Set<Connection>();
  const heartbeatGroups = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<Connection>());
  const watchers: UserWatcher[] = [];
  const upgradeRateLimit = createUpgradeRateLimit(config.rateLimits);
  let second = 0;

  function arrive(userId: number): UserConnections {
    const user: UserConnections = { connections: new Set(), second: 0, messageCount: 0 };
    users.set(userId, user);
    if (isGuest({ userId })) return user;
    for (const watcher of watchers) watcher.onArrival(userId);
    return user;
  }

  function removeConnection(connection: Connection): void {
    const { userId } = connection.viewer;
    connections.delete(connection);
    for (const group of heartbeatGroups) if (group.delete(connection)) break;
    const user = users.get(userId);
    user?.connections.delete(connection);
    if (user?.connections.size !== 0) return;
    users.delete(userId);
    if (isGuest({ userId })) return;
    for (const watcher of watchers) watcher.onDeparture(userId);
  }

  const common: Omit<ConnectionHandlers, 'onMessage'> = {
    isWithinMessageRate: ({ viewer }) => isWithinMessageRate(users.get(viewer.userId)),
    onDefect(connection, error) {
      log.error({ err: error }, 'a socket failed');
      connection.close(CLOSE_CODES.restart, SPREAD_HINT);
    },
    onClose: removeConnection,
  };
  const hooksOf = new WeakMap<ConnectionHandlers['onMessage'], ConnectionHandlers>();

  function admit(socket: WebSocket, raw: Duplex, viewer: SignedInViewer, onMessage: ConnectionHandlers['onMessage']) {
    const hooks = hooksOf.get(onMessage) ?? { ...common, onMessage };
    hooksOf.set(onMessage, hooks);
    const user = users.get(viewer.userId) ?? arrive(viewer.userId);
    const connection = new Connection(socket, raw, viewer, hooks);
    heartbeatGroups[connections.size % HEARTBEAT_SECONDS]?.add(connection);
    connections.add(connection);
    user.connections.add(connection);
    if (user.connections.size > SOCKETS_PER_USER_MAX) {
      const [oldest] = user.connections;
      if (oldest !== undefined) {
        user.connections.delete(oldest);
        oldest.close(CLOSE_CODES.excess, 'too many sockets');
      }
    }
    return connection;
  }

  function closeAll(): void {
    for (const connection of connections) connection.close(CLOSE_CODES.restart, SPREAD_HINT);
  }

  function checkHeartbeats(): void {
    second += 1;
    for (const connection of heartbeatGroups[second % HEARTBEAT_SECONDS] ?? [])
      if (!connection.checkHeartbeat()) connection.terminate();
    if (second % HEARTBEAT_SECONDS === 0) void live.check();
  }

  const watch = watchSessions({ sessions, connections, onDatabaseGone: closeAll });
  const timer = setInterval(() => {
    checkHeartbeats();
    watch();
  }, EVERY_MS).unref();
  const stopListening = live.onGap(() => {
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
      return inside < GUESTS_PER_ADDRESS_MAX;
    },
    requireUpgradeRate(ip) {
      if (upgradeRateLimit.isExceeded(ip)) throw new Failure('too_many_requests', { retryAfter: 60 });
    },
    countRefusal: (ip) => upgradeRateLimit.countRefusal(ip),
    watchUsers: (watcher) => void watchers.push(watcher),
    count: () => connections.size,
  });
  await app.register(websocket, {
    options: { maxPayload: SOCKET_FRAME_MAX_BYTES, perMessageDeflate: false, server: upgrades as unknown as Server },
    errorHandler: (error, _socket, request) => request.log.debug({ reason: error.message }, 'a socket broke'),
    async preClose() {
      clearInterval(timer);
      upgradeRateLimit.close();
      stopListening();
      app.server.off('upgrade', pass);
      closeAll();
      for (const deadline = Date.now() + CLOSE_TIMEOUT_MS; connections.size > 0 && Date.now() < deadline; ) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      for (const connection of connections) connection.terminate();
    },
  });
}

/** Limits messages per second and user, whatever the number of sockets. */
function isWithinMessageRate(user: UserConnections | undefined): boolean {
  if (user === undefined) return false;
  const second = Math.floor(Date.now() / 1000);
  if (user.second !== second) {
    user.second = second;
    user.messageCount = 0;
  }
  user.messageCount += 1;
  return user.messageCount <= SOCKET_MESSAGES_PER_SECOND_MAX;
}
