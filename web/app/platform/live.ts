import { BEAT, CLOSED, RESTART_SPREAD_MS } from '#contract/socket';

type Listener = (event: unknown) => void;

interface Subscriber {
  onEvent: Listener;
  onReopen: (() => void) | undefined;
}

interface Line {
  path: string;
  subscribers: Set<Subscriber>;
  socket: WebSocket | undefined;
  hasBeenOpen: boolean;
  /** Tries in a row that came to nothing. */
  failures: number;
  /** Not before this moment; Infinity when it makes no sense any more. */
  nextTryAt: number;
  /** Closed because somebody has too many pages open: this one comes back when it is looked at. */
  isResting: boolean;
  heardAt: number;
  beatAt: number;
}

const CHECK_MS = 1000;
const DELAY_MIN_MS = 200;
const DELAY_MAX_MS = 4000;
const BEAT_EVERY_MS = 20_000;
/** A line on which even the beat is not answered is dead, whatever the browser believes. */
const SILENCE_MAX_MS = 30_000;

const lines = new Map<string, Line>();
let checking: ReturnType<typeof setInterval> | undefined;

/**
 * Hear what the server tells on a socket path, for example `/ws/notifications/7/`. Subscribers of one path share one socket.
 * `onReopen` runs when the socket is there again after a break: read anew what may have been missed.
 */
export function subscribe(path: string, onEvent: Listener, onReopen?: () => void): () => void {
  const subscriber: Subscriber = { onEvent, onReopen };
  const line = lines.get(path) ?? addLine(path);
  line.subscribers.add(subscriber);
  // Whoever changes their mind at once, as React does while developing, costs no connection.
  setTimeout(() => open(line));
  return () => {
    line.subscribers.delete(subscriber);
    if (line.subscribers.size === 0) dropLine(line);
  };
}

function addLine(path: string): Line {
  const line: Line = {
    path,
    subscribers: new Set(),
    socket: undefined,
    hasBeenOpen: false,
    failures: 0,
    nextTryAt: 0,
    isResting: false,
    heardAt: 0,
    beatAt: 0,
  };
  if (lines.size === 0) watch();
  lines.set(path, line);
  return line;
}

function dropLine(line: Line): void {
  lines.delete(line.path);
  hangUp(line);
  if (lines.size === 0) unwatch();
}

function open(line: Line): void {
  if (
    lines.get(line.path) !== line ||
    line.socket !== undefined ||
    line.isResting ||
    Date.now() < line.nextTryAt ||
    !navigator.onLine
  )
    return;
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${line.path}`);
  line.socket = socket;
  line.heardAt = Date.now();
  line.beatAt = Date.now();
  const isCurrent = (): boolean => line.socket === socket;

  socket.onopen = () => {
    if (!isCurrent()) return;
    line.failures = 0;
    line.heardAt = Date.now();
    if (line.hasBeenOpen) for (const { onReopen } of line.subscribers) onReopen?.();
    line.hasBeenOpen = true;
  };
  socket.onmessage = ({ data }) => {
    if (!isCurrent()) return;
    line.heardAt = Date.now();
    const event = parse(data);
    if (event !== undefined) for (const { onEvent } of line.subscribers) onEvent(event);
  };
  socket.onclose = ({ code }) => {
    if (!isCurrent()) return;
    line.socket = undefined;
    wait(line, code);
  };
}

/** What came as JSON; a beat and what cannot be read is nothing to tell. */
function parse(data: unknown): unknown {
  try {
    const event = JSON.parse(String(data));
    return event?.type === BEAT ? undefined : event;
  } catch {
    return undefined;
  }
}

function wait(line: Line, code: number): void {
  if (code === CLOSED.sessionOver || code === CLOSED.forbidden) {
    line.nextTryAt = Number.POSITIVE_INFINITY;
    return;
  }
  line.isResting = code === CLOSED.excess;
  const growing = Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** line.failures);
  line.failures += 1;
  // A node that goes away sends everybody off at once: they come back one by one.
  const delay = code === CLOSED.restart ? Math.random() * RESTART_SPREAD_MS : growing * (0.5 + Math.random() / 2);
  line.nextTryAt = Date.now() + delay;
  setTimeout(() => open(line), delay + 1);
}

function hangUp(line: Line): void {
  const { socket } = line;
  line.socket = undefined;
  // Giving up a line before it stands would be a complaint in the browser's console.
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}

function check(): void {
  for (const line of lines.values()) {
    const { socket } = line;
    if (socket === undefined) open(line);
    else if (Date.now() - line.heardAt > SILENCE_MAX_MS) {
      hangUp(line);
      wait(line, 0);
    } else if (socket.readyState === WebSocket.OPEN && Date.now() - line.beatAt > BEAT_EVERY_MS) {
      line.beatAt = Date.now();
      socket.send(JSON.stringify({ type: BEAT }));
    }
  }
}

/** Somebody looks at the page again, or the network is back: no reason to wait any longer. */
function resume(): void {
  if (document.visibilityState === 'hidden') return;
  for (const line of lines.values()) {
    line.isResting = false;
    if (line.nextTryAt !== Number.POSITIVE_INFINITY) line.nextTryAt = 0;
  }
  check();
}

/** A page with an open socket could not be kept for the way back. */
function hangUpAll(): void {
  for (const line of lines.values()) hangUp(line);
}

function watch(): void {
  checking = setInterval(check, CHECK_MS);
  document.addEventListener('visibilitychange', resume);
  window.addEventListener('online', resume);
  window.addEventListener('pageshow', resume);
  window.addEventListener('pagehide', hangUpAll);
}

function unwatch(): void {
  clearInterval(checking);
  document.removeEventListener('visibilitychange', resume);
  window.removeEventListener('online', resume);
  window.removeEventListener('pageshow', resume);
  window.removeEventListener('pagehide', hangUpAll);
}
