import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  CLOSE_CODES,
  RESTART_SPREAD_MS,
  SOCKET_FRAME_MAX_BYTES,
  SOCKET_MESSAGES_PER_SECOND_MAX,
  SOCKETS_PER_USER_MAX,
  type SocketSpec,
} from '@app/contract/platform/socket';
import websocket from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { Failure } from '../failure.ts';
import { type CookieNames, renameReceived } from '../http/cookies/cookie-names.ts';
import type { Sessions, SignedInViewer } from '../http/viewer.ts';
import { GUESTS_PER_ADDRESS_MAX, isGuest } from './guests.ts';
import type { Live } from './live.ts';
import { Connection, type ConnectionHandlers } from './socket-connection.ts';
import { createUpgradeRateLimit, type UpgradeRateLimit } from './upgrade-rate-limit.ts';
import { isSocketPath } from './upgrades.ts';
import { watchSessions } from './watch-sessions.ts';

export interface SocketServices {
  sessions: Sessions;
  live: Live;
  log: FastifyBaseLogger;
  config: { publicUrl: string; rateLimits: boolean; cookieNames: CookieNames };
}

export interface UserWatcher {
  onArrival(userId: number): void;
  onDeparture(userId: number): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    socketDoor: UpgradeHandler;
    /** Every socket that is registered. */
    sockets: SocketSpec[];
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

/** Everything that sockets share: limits, heartbeat, ended sessions, and closing when the node stops. */
class UpgradeHandler {
  readonly #live: Live;
  readonly #users = new Map<number, UserConnections>();
  readonly #connections = new Set<Connection>();
  readonly #heartbeatGroups = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<Connection>());
  readonly #watchers: UserWatcher[] = [];
  readonly #upgradeRateLimit: UpgradeRateLimit;
  readonly #handlers: Omit<ConnectionHandlers, 'onMessage'>;
  readonly #handlersOf = new WeakMap<ConnectionHandlers['onMessage'], ConnectionHandlers>();
  readonly #stop: () => void;
  #second = 0;

  constructor({ sessions, live, log, config }: SocketServices) {
    this.#live = live;
    this.#upgradeRateLimit = createUpgradeRateLimit(config.rateLimits);
    this.#handlers = {
      isWithinMessageRate: ({ viewer }) => isWithinMessageRate(this.#users.get(viewer.userId)),
      onDefect(connection, error) {
        log.error({ err: error }, 'a socket failed');
        connection.close(CLOSE_CODES.restart, SPREAD_HINT);
      },
      onClose: (connection) => this.#removeConnection(connection),
    };
    const watch = watchSessions({ sessions, connections: this.#connections, onDatabaseGone: () => this.#closeAll() });
    const timer = setInterval(() => {
      this.#checkHeartbeats();
      watch();
    }, EVERY_MS).unref();
    const stopListening = live.onGap(() => {
      for (const connection of this.#connections) if (!connection.resumes) connection.send(LIMITED);
    });
    this.#stop = () => {
      clearInterval(timer);
      this.#upgradeRateLimit.close();
      stopListening();
    };
  }

  #arrive(userId: number): UserConnections {
    const user: UserConnections = { connections: new Set(), second: 0, messageCount: 0 };
    this.#users.set(userId, user);
    if (isGuest({ userId })) return user;
    for (const watcher of this.#watchers) watcher.onArrival(userId);
    return user;
  }

  #removeConnection(connection: Connection): void {
    const { userId } = connection.viewer;
    this.#connections.delete(connection);
    for (const group of this.#heartbeatGroups) if (group.delete(connection)) break;
    const user = this.#users.get(userId);
    user?.connections.delete(connection);
    if (user?.connections.size !== 0) return;
    this.#users.delete(userId);
    if (isGuest({ userId })) return;
    for (const watcher of this.#watchers) watcher.onDeparture(userId);
  }

  admit(
    socket: WebSocket,
    raw: Duplex,
    viewer: SignedInViewer,
    onMessage: ConnectionHandlers['onMessage'],
  ): Connection {
    const handlers = this.#handlersOf.get(onMessage) ?? { ...this.#handlers, onMessage };
    this.#handlersOf.set(onMessage, handlers);
    const user = this.#users.get(viewer.userId) ?? this.#arrive(viewer.userId);
    const connection = new Connection(socket, raw, viewer, handlers);
    this.#heartbeatGroups[this.#connections.size % HEARTBEAT_SECONDS]?.add(connection);
    this.#connections.add(connection);
    user.connections.add(connection);
    const [oldest] = user.connections;
    if (user.connections.size > SOCKETS_PER_USER_MAX && oldest !== undefined) {
      user.connections.delete(oldest);
      oldest.close(CLOSE_CODES.excess, 'too many sockets');
    }
    return connection;
  }

  #closeAll(): void {
    for (const connection of this.#connections) connection.close(CLOSE_CODES.restart, SPREAD_HINT);
  }

  #checkHeartbeats(): void {
    this.#second += 1;
    for (const connection of this.#heartbeatGroups[this.#second % HEARTBEAT_SECONDS] ?? [])
      if (!connection.checkHeartbeat()) connection.terminate();
    if (this.#second % HEARTBEAT_SECONDS === 0) void this.#live.check();
  }

  hasRoomForGuest(ip: string): boolean {
    let inside = 0;
    for (const { viewer } of this.#connections) if (isGuest(viewer) && viewer.ip === ip) inside += 1;
    return inside < GUESTS_PER_ADDRESS_MAX;
  }

  requireUpgradeRate(ip: string): void {
    if (this.#upgradeRateLimit.isExceeded(ip)) throw new Failure('too_many_requests', { retryAfter: 60 });
  }

  countRefusal(ip: string): void {
    this.#upgradeRateLimit.countRefusal(ip);
  }

  watchUsers(watcher: UserWatcher): void {
    this.#watchers.push(watcher);
  }

  count(): number {
    return this.#connections.size;
  }

  async close(): Promise<void> {
    this.#stop();
    this.#closeAll();
    for (const deadline = Date.now() + CLOSE_TIMEOUT_MS; this.#connections.size > 0 && Date.now() < deadline; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const connection of this.#connections) connection.terminate();
  }
}

export async function registerSocketUpgrade(app: FastifyInstance, services: SocketServices): Promise<void> {
  const handler = new UpgradeHandler(services);
  const upgrades = new EventEmitter();
  const pass = (request: IncomingMessage, ...rest: unknown[]): void => {
    if (!isSocketPath(request.url)) return;
    renameReceived(request, services.config.cookieNames);
    upgrades.emit('upgrade', request, ...rest);
  };
  app.server.on('upgrade', pass);
  app.decorate('socketDoor', handler);
  app.decorate('sockets', []);
  await app.register(websocket, {
    options: { maxPayload: SOCKET_FRAME_MAX_BYTES, perMessageDeflate: false, server: upgrades as unknown as Server },
    errorHandler: (error, _socket, request) => request.log.debug({ reason: error.message }, 'a socket broke'),
    async preClose() {
      app.server.off('upgrade', pass);
      await handler.close();
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
