import { BEAT, CLOSED, RESTART_SPREAD_MS } from '@app/contract/platform/socket';
import { WebSocket } from 'ws';

export interface LineEnds {
  /** `isOld`: its number came before. A client passes it over; here it is looked at. */
  onEvent(event: LineEvent, isOld: boolean): void;
  /** Something was missed: read anew. */
  onMissed(): void;
  onOpen(): void;
  /** It is dead, though nobody has closed it: so is whatever else was open. */
  onDead(): void;
}

export interface LineEvent {
  type?: unknown;
  seq?: unknown;
  [field: string]: unknown;
}

export interface Line {
  /** Make sure that it lives: something did not come that should have. False when there is none to ask. */
  doubt(): boolean;
  /** Whether it is open and said something since. */
  hasHeardSince(moment: number): boolean;
  close(): void;
  stats: { opened: number; broken: number; limited: number; deaf: number };
}

const DELAY_MIN_MS = 200;
const DELAY_MAX_MS = 4000;
const OPEN_MS = 2000;
const BEAT_EVERY_MS = 20_000;
/** A line on which a beat is not answered for so long is dead. */
const BEAT_ANSWER_MS = 10_000;
/** The same where there was reason to doubt. */
const DOUBT_ANSWER_MS = 2000;
const CHECK_MS = 500;

/** The wait before the next try, after so many that came to nothing. */
export const backoff = (failures: number): number =>
  Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** failures) * (0.5 + Math.random() / 2);

/** A person's own numbered line, which comes back by itself with the last number that it heard. */
export function openLine(port: number, person: { id: number; token: string }, ends: LineEnds): Line {
  const stats = { opened: 0, broken: 0, limited: 0, deaf: 0 };
  let socket: WebSocket | undefined;
  let seq: number | undefined;
  let failures = 0;
  let heardAt = 0;
  let beatAt = 0;
  let answerMs = BEAT_ANSWER_MS;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  function open(): void {
    if (isClosed) return;
    const mine = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications/${person.id}/?after=${seq ?? ''}`, {
      headers: { cookie: `token=${person.token}` },
      handshakeTimeout: OPEN_MS,
      perMessageDeflate: false,
    });
    socket = mine;
    heardAt = beatAt = performance.now();
    answerMs = BEAT_ANSWER_MS;
    mine.on('error', () => {});
    mine.on('open', () => {
      failures = 0;
      stats.opened += 1;
      heardAt = performance.now();
    });
    mine.on('message', (data) => {
      if (socket === mine) hear(JSON.parse(String(data)));
    });
    mine.on('close', (code) => {
      if (socket === mine) again(code);
    });
  }

  function again(code: number): void {
    socket = undefined;
    stats.broken += 1;
    const delay = code === CLOSED.restart ? Math.random() * RESTART_SPREAD_MS : backoff(failures);
    failures += 1;
    retry = setTimeout(open, delay);
  }

  function hangUp(): void {
    const mine = socket;
    socket = undefined;
    mine?.terminate();
  }

  function hear(event: LineEvent): void {
    heardAt = performance.now();
    answerMs = BEAT_ANSWER_MS;
    const number = typeof event.seq === 'number' ? event.seq : undefined;
    if (event.type === BEAT) {
      // The other end told more than came: the rest is asked for again.
      if (number !== undefined && seq !== undefined && number > seq) {
        hangUp();
        open();
      }
    } else if (event.type === 'hello') {
      seq ??= number;
      ends.onOpen();
    } else if (event.type === 'limited') {
      stats.limited += 1;
      seq = number ?? seq;
      ends.onMissed();
    } else {
      const isOld = number !== undefined && seq !== undefined && number <= seq;
      if (!isOld) seq = number ?? seq;
      ends.onEvent(event, isOld);
    }
  }

  function beat(limit: number): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    beatAt = performance.now();
    answerMs = limit;
    socket.send(JSON.stringify({ type: BEAT }));
  }

  const checking = setInterval(() => {
    const now = performance.now();
    if (socket === undefined) return;
    if (beatAt > heardAt && now - beatAt > answerMs) {
      stats.deaf += 1;
      hangUp();
      ends.onDead();
      again(0);
    } else if (now - beatAt > BEAT_EVERY_MS) beat(BEAT_ANSWER_MS);
  }, CHECK_MS);

  open();
  return {
    stats,
    doubt() {
      if (beatAt <= heardAt) beat(DOUBT_ANSWER_MS);
      else answerMs = Math.min(answerMs, DOUBT_ANSWER_MS);
      return socket?.readyState === WebSocket.OPEN;
    },
    hasHeardSince: (moment) => socket?.readyState === WebSocket.OPEN && heardAt > moment,
    close() {
      isClosed = true;
      clearInterval(checking);
      clearTimeout(retry);
      hangUp();
    },
  };
}
