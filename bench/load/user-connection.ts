import { CLOSE_CODES, HEARTBEAT, RESTART_SPREAD_MS } from '@app/contract/platform/socket';
import { WebSocket } from 'ws';

export interface UserConnectionHandlers {
  /** `isOld`: the number was received before. A client skips such an event; here it is checked. */
  onEvent(event: ConnectionEvent, isOld: boolean): void;
  onMissed(): void;
  onOpen(): void;
  /** The connection is dead without having been closed, so the user's other connections are suspect as well. */
  onDead(): void;
}

export interface ConnectionEvent {
  type?: unknown;
  seq?: unknown;
  [field: string]: unknown;
}

export interface UserConnection {
  /**
   * Checks that the connection is alive, because an expected event is missing. Returns false without an open
   * connection.
   */
  probe(): boolean;
  hasReceivedSince(since: number): boolean;
  close(): void;
  stats: { opened: number; broken: number; limited: number; deaf: number };
}

const DELAY_MIN_MS = 200;
const DELAY_MAX_MS = 4000;
const OPEN_MS = 2000;
const HEARTBEAT_EVERY_MS = 20_000;
/** A connection without a heartbeat response for this time counts as dead. */
const HEARTBEAT_TIMEOUT_MS = 10_000;
/** The same limit for a probed connection. */
const PROBE_TIMEOUT_MS = 2000;
const CHECK_MS = 500;

/** Milliseconds before the next attempt, by the number of failures. */
export const backoff = (failures: number): number =>
  Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** failures) * (0.5 + Math.random() / 2);

/** Opens a user's numbered event connection, which reconnects and resumes from the last number. */
export function openConnection(
  origin: string,
  user: { id: number; token: string },
  handlers: UserConnectionHandlers,
): UserConnection {
  const stats = { opened: 0, broken: 0, limited: 0, deaf: 0 };
  let socket: WebSocket | undefined;
  let seq: number | undefined;
  let failures = 0;
  let receivedAt = 0;
  let heartbeatAt = 0;
  let timeoutMs = HEARTBEAT_TIMEOUT_MS;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  function open(): void {
    if (isClosed) return;
    const mine = new WebSocket(`${origin.replace(/^http/, 'ws')}/ws/notifications/${user.id}/?after=${seq ?? ''}`, {
      headers: { cookie: `token=${user.token}` },
      handshakeTimeout: OPEN_MS,
      perMessageDeflate: false,
    });
    socket = mine;
    receivedAt = heartbeatAt = performance.now();
    timeoutMs = HEARTBEAT_TIMEOUT_MS;
    mine.on('error', () => {});
    mine.on('open', () => {
      failures = 0;
      stats.opened += 1;
      receivedAt = performance.now();
    });
    mine.on('message', (data) => {
      if (socket === mine) receive(JSON.parse(String(data)));
    });
    mine.on('close', (code) => {
      if (socket === mine) again(code);
    });
  }

  function again(code: number): void {
    socket = undefined;
    stats.broken += 1;
    const delay = code === CLOSE_CODES.restart ? Math.random() * RESTART_SPREAD_MS : backoff(failures);
    failures += 1;
    retry = setTimeout(open, delay);
  }

  function hangUp(): void {
    const mine = socket;
    socket = undefined;
    mine?.terminate();
  }

  function receive(event: ConnectionEvent): void {
    receivedAt = performance.now();
    timeoutMs = HEARTBEAT_TIMEOUT_MS;
    const number = typeof event.seq === 'number' ? event.seq : undefined;
    if (event.type === HEARTBEAT) {
      // The server has sent more than was received, so the rest is requested again.
      if (number !== undefined && seq !== undefined && number > seq) {
        hangUp();
        open();
      }
    } else if (event.type === 'hello') {
      seq ??= number;
      handlers.onOpen();
    } else if (event.type === 'limited') {
      stats.limited += 1;
      seq = number ?? seq;
      handlers.onMissed();
    } else {
      const isOld = number !== undefined && seq !== undefined && number <= seq;
      if (!isOld) seq = number ?? seq;
      handlers.onEvent(event, isOld);
    }
  }

  function sendHeartbeat(limit: number): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    heartbeatAt = performance.now();
    timeoutMs = limit;
    socket.send(JSON.stringify({ type: HEARTBEAT }));
  }

  const checking = setInterval(() => {
    const now = performance.now();
    if (socket === undefined) return;
    if (heartbeatAt > receivedAt && now - heartbeatAt > timeoutMs) {
      stats.deaf += 1;
      hangUp();
      handlers.onDead();
      again(0);
    } else if (now - heartbeatAt > HEARTBEAT_EVERY_MS) sendHeartbeat(HEARTBEAT_TIMEOUT_MS);
  }, CHECK_MS);

  open();
  return {
    stats,
    probe() {
      if (heartbeatAt <= receivedAt) sendHeartbeat(PROBE_TIMEOUT_MS);
      else timeoutMs = Math.min(timeoutMs, PROBE_TIMEOUT_MS);
      return socket?.readyState === WebSocket.OPEN;
    },
    hasReceivedSince: (since) => socket?.readyState === WebSocket.OPEN && receivedAt > since,
    close() {
      isClosed = true;
      clearInterval(checking);
      clearTimeout(retry);
      hangUp();
    },
  };
}
