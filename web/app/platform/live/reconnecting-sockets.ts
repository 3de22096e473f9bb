import { CLOSE_CODES, HEARTBEAT, RESTART_SPREAD_MS } from '#contract/platform/socket';
import { closeSocket } from './close-socket.ts';

export interface SocketListener {
  onEvent(path: string, event: object): void;
  /** The socket is open; with numbered events, everything up to `seq` is known. */
  onOpen(path: string, seq: number | undefined): void;
  /** Events were missed and the data must be reloaded; later events have numbers above `seq`. */
  onMissed(path: string, seq: number | undefined): void;
}

interface ReconnectingSocket {
  path: string;
  socket: WebSocket | undefined;
  hasBeenOpen: boolean;
  /** Number of the last received event; undefined where events are not numbered. */
  seq: number | undefined;
  openingMessage: string | undefined;
  failures: number;
  /** Earliest time of the next attempt; Infinity when the server forbids reconnecting. */
  nextTryAt: number;
  /** Closed because the user has too many open pages; reconnects when this page becomes visible. */
  isResting: boolean;
  lastReceivedAt: number;
  lastHeartbeatAt: number;
  /** The connection is dead if nothing was received by this time. */
  responseDueAt: number;
}

const CHECK_MS = 1000;
const DELAY_MIN_MS = 200;
const DELAY_MAX_MS = 4000;
const HEARTBEAT_EVERY_MS = 20_000;
/**
 * Milliseconds without a response to a heartbeat after which a connection is dead, even if the browser reports it open.
 */
const HEARTBEAT_TIMEOUT_MS = 10_000;
/** The same in milliseconds after `probe`. */
const PROBE_TIMEOUT_MS = 3000;
/** A connection that received something within this time (milliseconds) needs no probe. */
const FRESH_MS = 1000;
/** `isReachable` sends a heartbeat when nothing was received for this time in milliseconds. */
const CONFIRMED_MS = 2000;
/** Limit for opening a socket in milliseconds, because a lost network gives no error. */
const OPENING_MS = 15_000;

/** Sockets that reconnect automatically. A socket never opens synchronously within `connect`. */
export class ReconnectingSockets {
  readonly #listener: SocketListener;
  readonly #openAfterMs: number;
  readonly #entries = new Map<string, ReconnectingSocket>();
  #checkTimer: ReturnType<typeof setInterval> | undefined;

  constructor(listener: SocketListener, openAfterMs = 0) {
    this.#listener = listener;
    this.#openAfterMs = openAfterMs;
  }

  /**
   * Opens a path. `seq` is the number of the last received event; `hasBeenOpen` says whether the path was open before.
   */
  connect(path: string, seq: number | undefined, hasBeenOpen: boolean): void {
    let entry = this.#entries.get(path);
    if (entry === undefined) {
      entry = {
        path,
        socket: undefined,
        hasBeenOpen,
        seq,
        openingMessage: undefined,
        failures: 0,
        nextTryAt: 0,
        isResting: false,
        lastReceivedAt: 0,
        lastHeartbeatAt: 0,
        responseDueAt: Number.POSITIVE_INFINITY,
      };
      this.#entries.set(path, entry);
      this.#checkTimer ??= setInterval(() => this.#check(), CHECK_MS);
    } else {
      entry.hasBeenOpen ||= hasBeenOpen;
      // A new subscriber may have signed in again, so retrying makes sense again.
      if (entry.nextTryAt === Number.POSITIVE_INFINITY) entry.nextTryAt = 0;
      // Before the socket opens, the lowest event number of all subscribers is used.
      if (entry.socket === undefined && seq !== undefined) entry.seq = Math.min(seq, entry.seq ?? seq);
    }
    // A delayed opening costs no connection when the subscriber unsubscribes at once, as React does in development.
    setTimeout(() => this.#open(entry), this.#openAfterMs);
  }

  disconnect(path: string): void {
    const entry = this.#entries.get(path);
    this.#entries.delete(path);
    if (entry !== undefined) release(entry);
  }

  send(path: string, message: object): void {
    const socket = this.#entries.get(path)?.socket;
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  /** Sends this message now and on every opening; replaces the previous one. */
  setOpeningMessage(path: string, message: object): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    entry.openingMessage = JSON.stringify(message);
    this.send(path, message);
  }

  seqOf(path: string): number | undefined {
    return this.#entries.get(path)?.seq;
  }

  isOpen(path: string): boolean {
    return this.#entries.get(path)?.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Whether the server responds, not only whether the socket is open. Polled every few seconds; sends a heartbeat when
   * needed.
   */
  isReachable(path: string): boolean {
    const entry = this.#entries.get(path);
    if (entry?.socket?.readyState !== WebSocket.OPEN) return false;
    const now = Date.now();
    // The last received time alone is not enough, because a page with throttled timers would mistake its own
    // suspension for silence.
    if (entry.lastHeartbeatAt > entry.lastReceivedAt) return now - entry.lastHeartbeatAt < PROBE_TIMEOUT_MS;
    if (now - entry.lastReceivedAt > CONFIRMED_MS) sendHeartbeat(entry, HEARTBEAT_TIMEOUT_MS);
    return true;
  }

  /** Sends a heartbeat with a short timeout on every connection; those without a response are reopened. */
  probe(): void {
    const now = Date.now();
    for (const entry of this.#entries.values()) {
      if (entry.socket?.readyState !== WebSocket.OPEN || now - entry.lastReceivedAt < FRESH_MS) continue;
      // A heartbeat is pending; its timeout is shortened.
      if (entry.responseDueAt - now > PROBE_TIMEOUT_MS) sendHeartbeat(entry, PROBE_TIMEOUT_MS);
    }
  }

  resume(): void {
    for (const entry of this.#entries.values()) {
      entry.isResting = false;
      if (entry.nextTryAt !== Number.POSITIVE_INFINITY) entry.nextTryAt = 0;
    }
    this.#check();
  }

  close(): void {
    clearInterval(this.#checkTimer);
    this.#checkTimer = undefined;
    for (const entry of this.#entries.values()) release(entry);
    this.#entries.clear();
  }

  #open(entry: ReconnectingSocket): void {
    if (
      this.#entries.get(entry.path) !== entry ||
      entry.socket !== undefined ||
      entry.isResting ||
      Date.now() < entry.nextTryAt ||
      !navigator.onLine
    )
      return;
    const { protocol, host } = window.location;
    // An empty value requests numbered events from now on.
    const after = `?after=${entry.seq ?? ''}`;
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${entry.path}${after}`);
    entry.socket = socket;
    entry.lastReceivedAt = entry.lastHeartbeatAt = Date.now();
    entry.responseDueAt = entry.lastReceivedAt + OPENING_MS;
    const isCurrent = (): boolean => entry.socket === socket;

    socket.onopen = () => {
      if (!isCurrent()) return;
      entry.failures = 0;
      entry.lastReceivedAt = Date.now();
      entry.responseDueAt = Number.POSITIVE_INFINITY;
      if (entry.openingMessage !== undefined) socket.send(entry.openingMessage);
      // With numbered events the server resends the missed ones itself.
      if (entry.hasBeenOpen && entry.seq === undefined) this.#listener.onMissed(entry.path, undefined);
      entry.hasBeenOpen = true;
      this.#listener.onOpen(entry.path, entry.seq);
    };
    socket.onmessage = ({ data }) => {
      if (isCurrent()) this.#handleEvent(entry, parse(data));
    };
    socket.onclose = ({ code }) => {
      if (!isCurrent()) return;
      entry.socket = undefined;
      this.#scheduleReconnect(entry, code);
    };
  }

  #handleEvent(entry: ReconnectingSocket, event: { type?: unknown; seq?: unknown } | undefined): void {
    entry.lastReceivedAt = Date.now();
    entry.responseDueAt = Number.POSITIVE_INFINITY;
    if (event === undefined) return;
    const seq = typeof event.seq === 'number' ? event.seq : undefined;
    if (event.type === HEARTBEAT) {
      // The server sent more events than arrived, so the missing ones are requested again.
      if (seq !== undefined && entry.seq !== undefined && seq > entry.seq) {
        release(entry);
        this.#open(entry);
      }
    } else if (event.type === 'hello') {
      entry.seq ??= seq;
      this.#listener.onOpen(entry.path, entry.seq);
    } else if (event.type === 'limited') {
      entry.seq = seq ?? entry.seq;
      this.#listener.onMissed(entry.path, seq);
    } else if (seq === undefined || entry.seq === undefined || seq > entry.seq) {
      entry.seq = seq ?? entry.seq;
      this.#listener.onEvent(entry.path, event);
    }
  }

  #scheduleReconnect(entry: ReconnectingSocket, code: number): void {
    if (code === CLOSE_CODES.signedOut || code === CLOSE_CODES.forbidden) {
      entry.nextTryAt = Number.POSITIVE_INFINITY;
      if (code === CLOSE_CODES.signedOut)
        void Promise.all([import('../signed-out.ts'), import('../call.ts')]).then(
          async ([{ signOutAllTabs }, { findEndReason }]) => signOutAllTabs(await findEndReason()),
        );
      return;
    }
    entry.isResting = code === CLOSE_CODES.excess;
    const growing = Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** entry.failures);
    entry.failures += 1;
    // Random delay, because a node that shuts down disconnects all clients at once.
    const delay =
      code === CLOSE_CODES.restart ? Math.random() * RESTART_SPREAD_MS : growing * (0.5 + Math.random() / 2);
    entry.nextTryAt = Date.now() + delay;
    setTimeout(() => this.#open(entry), delay + 1);
  }

  #check(): void {
    for (const entry of this.#entries.values()) {
      const { socket, lastHeartbeatAt, responseDueAt } = entry;
      const now = Date.now();
      if (socket === undefined) this.#open(entry);
      else if (now > responseDueAt) {
        release(entry);
        this.#scheduleReconnect(entry, 0);
      } else if (socket.readyState === WebSocket.OPEN && now - lastHeartbeatAt > HEARTBEAT_EVERY_MS)
        sendHeartbeat(entry, HEARTBEAT_TIMEOUT_MS);
    }
  }
}

function sendHeartbeat(entry: ReconnectingSocket, timeoutMs: number): void {
  entry.lastHeartbeatAt = Date.now();
  entry.responseDueAt = Math.min(entry.responseDueAt, entry.lastHeartbeatAt + timeoutMs);
  entry.socket?.send(JSON.stringify({ type: HEARTBEAT }));
}

function parse(data: unknown): object | undefined {
  try {
    const event: unknown = JSON.parse(String(data));
    return typeof event === 'object' && event !== null ? event : undefined;
  } catch {
    return undefined;
  }
}

function release(entry: ReconnectingSocket): void {
  const { socket } = entry;
  entry.socket = undefined;
  closeSocket(socket);
}
