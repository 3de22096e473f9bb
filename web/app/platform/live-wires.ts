import { BEAT, CLOSED, RESTART_SPREAD_MS } from '#contract/platform/socket';

/** What comes over the sockets of one page. */
export interface WireEnds {
  onEvent(path: string, event: object): void;
  /** The socket is open, and where its events are numbered everything up to `seq` is known. */
  onOpen(path: string, seq: number | undefined): void;
  /** Something was missed: read anew; what follows has higher numbers than `seq`. */
  onMissed(path: string, seq: number | undefined): void;
}

interface Wire {
  path: string;
  socket: WebSocket | undefined;
  hasBeenOpen: boolean;
  /** The last number heard, where events are numbered. */
  seq: number | undefined;
  /** What it says first whenever it opens. */
  wish: string | undefined;
  /** Tries in a row that came to nothing. */
  failures: number;
  /** Not before this moment; Infinity when it makes no sense any more. */
  nextTryAt: number;
  /** Closed because somebody has too many pages open: this one comes back when it is looked at. */
  isResting: boolean;
  heardAt: number;
  beatAt: number;
  /** Whoever has said nothing by then is gone. */
  answerBy: number;
}

export interface Wires {
  /** Have this path open. `seq` is the last number that was heard on it, `hasBeenOpen` whether somebody heard it at all. */
  want(path: string, seq: number | undefined, hasBeenOpen: boolean): void;
  drop(path: string): void;
  /** Where nothing is open it goes nowhere. */
  say(path: string, message: object): void;
  /** Say this now and whenever the path opens; it takes the place of the wish before. */
  wish(path: string, message: object): void;
  seqOf(path: string): number | undefined;
  isOpen(path: string): boolean;
  /** Whether the server is there, and not only a socket that nobody has closed: asked for every few seconds, it asks the server. */
  isHeard(path: string): boolean;
  /** Somebody waits in vain for the server: lines that do not answer soon are opened anew. */
  doubt(): void;
  /** No reason to wait any longer. */
  resume(): void;
  close(): void;
}

const CHECK_MS = 1000;
const DELAY_MIN_MS = 200;
const DELAY_MAX_MS = 4000;
const BEAT_EVERY_MS = 20_000;
/** A line on which a beat is not answered for so long is dead, whatever the browser believes. */
const BEAT_ANSWER_MS = 10_000;
/** The same where there is a reason to doubt. */
const DOUBTED_ANSWER_MS = 3000;
/** Heard of so lately, a line is beyond doubt. */
const FRESH_MS = 1000;
/** Where it matters all the time, the server is asked when nothing was heard for so long. */
const SURE_MS = 2000;
/** A network that is lost without a word opens nothing, and does not say so. */
const OPENING_MS = 15_000;

/** Sockets that come back by themselves. Nothing opens before the caller's own turn is over. */
export function createWires(ends: WireEnds, openAfterMs = 0): Wires {
  const wires = new Map<string, Wire>();
  let checking: ReturnType<typeof setInterval> | undefined;

  function open(wire: Wire): void {
    if (
      wires.get(wire.path) !== wire ||
      wire.socket !== undefined ||
      wire.isResting ||
      Date.now() < wire.nextTryAt ||
      !navigator.onLine
    )
      return;
    const { protocol, host } = window.location;
    // Empty: from now on, with numbers.
    const after = `?after=${wire.seq ?? ''}`;
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${wire.path}${after}`);
    wire.socket = socket;
    wire.heardAt = wire.beatAt = Date.now();
    wire.answerBy = wire.heardAt + OPENING_MS;
    const isCurrent = (): boolean => wire.socket === socket;

    socket.onopen = () => {
      if (!isCurrent()) return;
      wire.failures = 0;
      wire.heardAt = Date.now();
      wire.answerBy = Number.POSITIVE_INFINITY;
      if (wire.wish !== undefined) socket.send(wire.wish);
      // Where events are numbered, the rest follows by itself.
      if (wire.hasBeenOpen && wire.seq === undefined) ends.onMissed(wire.path, undefined);
      wire.hasBeenOpen = true;
      ends.onOpen(wire.path, wire.seq);
    };
    socket.onmessage = ({ data }) => {
      if (isCurrent()) hear(wire, parse(data));
    };
    socket.onclose = ({ code }) => {
      if (!isCurrent()) return;
      wire.socket = undefined;
      wait(wire, code);
    };
  }

  function hear(wire: Wire, event: { type?: unknown; seq?: unknown } | undefined): void {
    wire.heardAt = Date.now();
    wire.answerBy = Number.POSITIVE_INFINITY;
    if (event === undefined) return;
    const seq = typeof event.seq === 'number' ? event.seq : undefined;
    if (event.type === BEAT) {
      // The other end told more than came: the rest is asked for again.
      if (seq !== undefined && wire.seq !== undefined && seq > wire.seq) {
        hangUp(wire);
        open(wire);
      }
    } else if (event.type === 'hello') {
      wire.seq ??= seq;
      ends.onOpen(wire.path, wire.seq);
    } else if (event.type === 'limited') {
      wire.seq = seq ?? wire.seq;
      ends.onMissed(wire.path, seq);
    } else if (seq === undefined || wire.seq === undefined || seq > wire.seq) {
      wire.seq = seq ?? wire.seq;
      ends.onEvent(wire.path, event);
    }
  }

  function wait(wire: Wire, code: number): void {
    if (code === CLOSED.sessionOver || code === CLOSED.forbidden) {
      wire.nextTryAt = Number.POSITIVE_INFINITY;
      if (code === CLOSED.sessionOver) void import('./session-over.ts').then(({ leaveInAllTabs }) => leaveInAllTabs());
      return;
    }
    wire.isResting = code === CLOSED.excess;
    const growing = Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** wire.failures);
    wire.failures += 1;
    // A node that goes away sends everybody off at once: they come back one by one.
    const delay = code === CLOSED.restart ? Math.random() * RESTART_SPREAD_MS : growing * (0.5 + Math.random() / 2);
    wire.nextTryAt = Date.now() + delay;
    setTimeout(() => open(wire), delay + 1);
  }

  function beat(wire: Wire, answerMs: number): void {
    wire.beatAt = Date.now();
    wire.answerBy = Math.min(wire.answerBy, wire.beatAt + answerMs);
    wire.socket?.send(JSON.stringify({ type: BEAT }));
  }

  function check(): void {
    for (const wire of wires.values()) {
      const { socket, beatAt, answerBy } = wire;
      const now = Date.now();
      if (socket === undefined) open(wire);
      else if (now > answerBy) {
        hangUp(wire);
        wait(wire, 0);
      } else if (socket.readyState === WebSocket.OPEN && now - beatAt > BEAT_EVERY_MS) beat(wire, BEAT_ANSWER_MS);
    }
  }

  return {
    want(path, seq, hasBeenOpen) {
      const known = wires.get(path);
      if (known !== undefined) {
        known.hasBeenOpen ||= hasBeenOpen;
        // Whoever asks anew may have signed in again.
        if (known.nextTryAt === Number.POSITIVE_INFINITY) known.nextTryAt = 0;
        // Not asked yet: the rest is asked for from where the last of all stands.
        if (known.socket === undefined && seq !== undefined) known.seq = Math.min(seq, known.seq ?? seq);
        setTimeout(() => open(known), openAfterMs);
        return;
      }
      const wire: Wire = {
        path,
        socket: undefined,
        hasBeenOpen,
        seq,
        wish: undefined,
        failures: 0,
        nextTryAt: 0,
        isResting: false,
        heardAt: 0,
        beatAt: 0,
        answerBy: Number.POSITIVE_INFINITY,
      };
      wires.set(path, wire);
      checking ??= setInterval(check, CHECK_MS);
      // Whoever changes their mind at once, as React does while developing, costs no connection.
      setTimeout(() => open(wire), openAfterMs);
    },
    drop(path) {
      const wire = wires.get(path);
      wires.delete(path);
      if (wire !== undefined) hangUp(wire);
    },
    say(path, message) {
      const socket = wires.get(path)?.socket;
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    wish(path, message) {
      const wire = wires.get(path);
      if (wire === undefined) return;
      wire.wish = JSON.stringify(message);
      if (wire.socket?.readyState === WebSocket.OPEN) wire.socket.send(wire.wish);
    },
    seqOf: (path) => wires.get(path)?.seq,
    isOpen: (path) => wires.get(path)?.socket?.readyState === WebSocket.OPEN,
    isHeard(path) {
      const wire = wires.get(path);
      if (wire?.socket?.readyState !== WebSocket.OPEN) return false;
      const now = Date.now();
      // Not by what was heard last alone: a page whose timers go slowly would take its own sleep for silence.
      if (wire.beatAt > wire.heardAt) return now - wire.beatAt < DOUBTED_ANSWER_MS;
      if (now - wire.heardAt > SURE_MS) beat(wire, BEAT_ANSWER_MS);
      return true;
    },
    doubt() {
      const now = Date.now();
      for (const wire of wires.values()) {
        if (wire.socket?.readyState !== WebSocket.OPEN || now - wire.heardAt < FRESH_MS) continue;
        // Asked already, and its time runs.
        if (wire.answerBy - now > DOUBTED_ANSWER_MS) beat(wire, DOUBTED_ANSWER_MS);
      }
    },
    resume() {
      for (const wire of wires.values()) {
        wire.isResting = false;
        if (wire.nextTryAt !== Number.POSITIVE_INFINITY) wire.nextTryAt = 0;
      }
      check();
    },
    close() {
      clearInterval(checking);
      checking = undefined;
      for (const wire of wires.values()) hangUp(wire);
      wires.clear();
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

function hangUp(wire: Wire): void {
  const { socket } = wire;
  wire.socket = undefined;
  // Giving up a line before it stands would be a complaint in the browser's console.
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}
