import { CLOSE_CODES, HEARTBEAT, RESTART_SPREAD_MS } from '#contract/platform/socket';

/** What comes over the sockets of one page. */
export interface SocketListener {
  onEvent(path: string, event: object): void;
  /** The socket is open, and where its events are numbered everything up to `seq` is known. */
  onOpen(path: string, seq: number | undefined): void;
  /** Something was missed: read anew; what follows has higher numbers than `seq`. */
  onMissed(path: string, seq: number | undefined): void;
}

interface ReconnectingSocket {
  path: string;
  socket: WebSocket | undefined;
  hasBeenOpen: boolean;
  /** The last number heard, where events are numbered. */
  seq: number | undefined;
  /** What it says first whenever it opens. */
  openingMessage: string | undefined;
  /** Tries in a row that came to nothing. */
  failures: number;
  /** Not before this moment; Infinity when it makes no sense any more. */
  nextTryAt: number;
  /** Closed because somebody has too many pages open: this one comes back when it is looked at. */
  isResting: boolean;
  lastReceivedAt: number;
  lastHeartbeatAt: number;
  /** Whoever has said nothing by then is gone. */
  responseDueAt: number;
}

export interface ReconnectingSockets {
  /** Have this path open. `seq` is the last number that was heard on it, `hasBeenOpen` whether somebody heard it at all. */
  connect(path: string, seq: number | undefined, hasBeenOpen: boolean): void;
  disconnect(path: string): void;
  /** Where nothing is open it goes nowhere. */
  send(path: string, message: object): void;
  /** Say this now and whenever the path opens; it takes the place of the wish before. */
  setOpeningMessage(path: string, message: object): void;
  seqOf(path: string): number | undefined;
  isOpen(path: string): boolean;
  /** Whether the server is there, and not only a socket that nobody has closed: asked for every few seconds, it asks the server. */
  isReachable(path: string): boolean;
  /** Somebody waits in vain for the server: lines that do not answer soon are opened anew. */
  probe(): void;
  /** No reason to wait any longer. */
  resume(): void;
  close(): void;
}

const CHECK_MS = 1000;
const DELAY_MIN_MS = 200;
const DELAY_MAX_MS = 4000;
const HEARTBEAT_EVERY_MS = 20_000;
/** A line on which a beat is not answered for so long is dead, whatever the browser believes. */
const HEARTBEAT_TIMEOUT_MS = 10_000;
/** The same where there is a reason to doubt. */
const PROBE_TIMEOUT_MS = 3000;
/** Heard of so lately, a line is beyond doubt. */
const FRESH_MS = 1000;
/** Where it matters all the time, the server is asked when nothing was heard for so long. */
const CONFIRMED_MS = 2000;
/** A network that is lost without a word opens nothing, and does not say so. */
const OPENING_MS = 15_000;

/** Sockets that come back by themselves. Nothing opens before the caller's own turn is over. */
export function createReconnectingSockets(listener: SocketListener, openAfterMs = 0): ReconnectingSockets {
  const entries = new Map<string, ReconnectingSocket>();
  let checkTimer: ReturnType<typeof setInterval> | undefined;

  function open(entry: ReconnectingSocket): void {
    if (
      entries.get(entry.path) !== entry ||
      entry.socket !== undefined ||
      entry.isResting ||
      Date.now() < entry.nextTryAt ||
      !navigator.onLine
    )
      return;
    const { protocol, host } = window.location;
    // Empty: from now on, with numbers.
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
      // Where events are numbered, the rest follows by itself.
      if (entry.hasBeenOpen && entry.seq === undefined) listener.onMissed(entry.path, undefined);
      entry.hasBeenOpen = true;
      listener.onOpen(entry.path, entry.seq);
    };
    socket.onmessage = ({ data }) => {
      if (isCurrent()) handleEvent(entry, parse(data));
    };
    socket.onclose = ({ code }) => {
      if (!isCurrent()) return;
      entry.socket = undefined;
      scheduleReconnect(entry, code);
    };
  }

  function handleEvent(entry: ReconnectingSocket, event: { type?: unknown; seq?: unknown } | undefined): void {
    entry.lastReceivedAt = Date.now();
    entry.responseDueAt = Number.POSITIVE_INFINITY;
    if (event === undefined) return;
    const seq = typeof event.seq === 'number' ? event.seq : undefined;
    if (event.type === HEARTBEAT) {
      // The other end told more than came: the rest is asked for again.
      if (seq !== undefined && entry.seq !== undefined && seq > entry.seq) {
        closeSocket(entry);
        open(entry);
      }
    } else if (event.type === 'hello') {
      entry.seq ??= seq;
      listener.onOpen(entry.path, entry.seq);
    } else if (event.type === 'limited') {
      entry.seq = seq ?? entry.seq;
      listener.onMissed(entry.path, seq);
    } else if (seq === undefined || entry.seq === undefined || seq > entry.seq) {
      entry.seq = seq ?? entry.seq;
      listener.onEvent(entry.path, event);
    }
  }

  function scheduleReconnect(entry: ReconnectingSocket, code: number): void {
    if (code === CLOSE_CODES.signedOut || code === CLOSE_CODES.forbidden) {
      entry.nextTryAt = Number.POSITIVE_INFINITY;
      if (code === CLOSE_CODES.signedOut) void import('./signed-out.ts').then(({ signOutAllTabs }) => signOutAllTabs());
      return;
    }
    entry.isResting = code === CLOSE_CODES.excess;
    const growing = Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** entry.failures);
    entry.failures += 1;
    // A node that goes away sends everybody off at once: they come back one by one.
    const delay =
      code === CLOSE_CODES.restart ? Math.random() * RESTART_SPREAD_MS : growing * (0.5 + Math.random() / 2);
    entry.nextTryAt = Date.now() + delay;
    setTimeout(() => open(entry), delay + 1);
  }

  function sendHeartbeat(entry: ReconnectingSocket, timeoutMs: number): void {
    entry.lastHeartbeatAt = Date.now();
    entry.responseDueAt = Math.min(entry.responseDueAt, entry.lastHeartbeatAt + timeoutMs);
    entry.socket?.send(JSON.stringify({ type: HEARTBEAT }));
  }

  function check(): void {
    for (const entry of entries.values()) {
      const { socket, lastHeartbeatAt: beatAt, responseDueAt: answerBy } = entry;
      const now = Date.now();
      if (socket === undefined) open(entry);
      else if (now > answerBy) {
        closeSocket(entry);
        scheduleReconnect(entry, 0);
      } else if (socket.readyState === WebSocket.OPEN && now - beatAt > HEARTBEAT_EVERY_MS)
        sendHeartbeat(entry, HEARTBEAT_TIMEOUT_MS);
    }
  }

  return {
    connect(path, seq, hasBeenOpen) {
      const known = entries.get(path);
      if (known !== undefined) {
        known.hasBeenOpen ||= hasBeenOpen;
        // Whoever asks anew may have signed in again.
        if (known.nextTryAt === Number.POSITIVE_INFINITY) known.nextTryAt = 0;
        // Not asked yet: the rest is asked for from where the last of all stands.
        if (known.socket === undefined && seq !== undefined) known.seq = Math.min(seq, known.seq ?? seq);
        setTimeout(() => open(known), openAfterMs);
        return;
      }
      const entry: ReconnectingSocket = {
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
      entries.set(path, entry);
      checkTimer ??= setInterval(check, CHECK_MS);
      // Whoever changes their mind at once, as React does while developing, costs no connection.
      setTimeout(() => open(entry), openAfterMs);
    },
    disconnect(path) {
      const entry = entries.get(path);
      entries.delete(path);
      if (entry !== undefined) closeSocket(entry);
    },
    send(path, message) {
      const socket = entries.get(path)?.socket;
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    setOpeningMessage(path, message) {
      const entry = entries.get(path);
      if (entry === undefined) return;
      entry.openingMessage = JSON.stringify(message);
      if (entry.socket?.readyState === WebSocket.OPEN) entry.socket.send(entry.openingMessage);
    },
    seqOf: (path) => entries.get(path)?.seq,
    isOpen: (path) => entries.get(path)?.socket?.readyState === WebSocket.OPEN,
    isReachable(path) {
      const entry = entries.get(path);
      if (entry?.socket?.readyState !== WebSocket.OPEN) return false;
      const now = Date.now();
      // Not by what was heard last alone: a page whose timers go slowly would take its own sleep for silence.
      if (entry.lastHeartbeatAt > entry.lastReceivedAt) return now - entry.lastHeartbeatAt < PROBE_TIMEOUT_MS;
      if (now - entry.lastReceivedAt > CONFIRMED_MS) sendHeartbeat(entry, HEARTBEAT_TIMEOUT_MS);
      return true;
    },
    probe() {
      const now = Date.now();
      for (const entry of entries.values()) {
        if (entry.socket?.readyState !== WebSocket.OPEN || now - entry.lastReceivedAt < FRESH_MS) continue;
        // Asked already, and its time runs.
        if (entry.responseDueAt - now > PROBE_TIMEOUT_MS) sendHeartbeat(entry, PROBE_TIMEOUT_MS);
      }
    },
    resume() {
      for (const entry of entries.values()) {
        entry.isResting = false;
        if (entry.nextTryAt !== Number.POSITIVE_INFINITY) entry.nextTryAt = 0;
      }
      check();
    },
    close() {
      clearInterval(checkTimer);
      checkTimer = undefined;
      for (const entry of entries.values()) closeSocket(entry);
      entries.clear();
    },
  };
}

/** What came as JSON; what cannot be read is nothing to tell. */
function parse(data: unknown): object | undefined {
  try {
    const event: unknown = JSON.parse(String(data));
    return typeof event === 'object' && event !== null ? event : undefined;
  } catch {
    return undefined;
  }
}

function closeSocket(entry: ReconnectingSocket): void {
  const { socket } = entry;
  entry.socket = undefined;
  // Giving up a line before it stands would be a complaint in the browser's console.
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}
