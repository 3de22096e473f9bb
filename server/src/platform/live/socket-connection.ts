import type { Duplex } from 'node:stream';
import { CLOSE_CODES, HEARTBEAT, SOCKET_QUEUE_MAX } from '@app/contract/platform/socket';
import { WebSocket } from 'ws';
import type { SignedInViewer } from '../http/viewer.ts';
import { type Frame, frameOf } from './frame.ts';

/** One open socket, as its handlers see it. */
export interface LiveSocket {
  readonly viewer: SignedInViewer;
  /** Whether whatever it misses is told later, by its numbers. Other sockets are told when they may have missed something. */
  resumes: boolean;
  /** The number of the last event that it was told, where it resumes. */
  lastSeq: number;
  /** Tell the browser something; after the close it goes nowhere. A text is sent as it is. */
  send(event: object | string | Frame): void;
  close(code: number, reason?: string): void;
}

export interface SocketMessage {
  type: string;
  [field: string]: unknown;
}

/** The door's and the route's part: the same for many sockets. */
export interface ConnectionHandlers {
  /** Whether this person may say one more thing now. */
  isWithinMessageRate(connection: Connection): boolean;
  onMessage(connection: Connection, message: SocketMessage): Promise<void>;
  /** Handling a message failed for a reason of ours. */
  onDefect(connection: Connection, error: unknown): void;
  onClose(connection: Connection): void;
}

/** A reader that is told to go and does not listen is cut off. */
const CLOSE_TIMEOUT_MS = 2000;
/** Whatever the number of frames, no more waits for one reader. */
const WAITING_MAX_BYTES = 1024 * 1024;

/** Sockets that were told something in this turn: each gets it in one write. */
let corked: Duplex[] = [];

function uncork(): void {
  const ready = corked;
  corked = [];
  for (const raw of ready) raw.uncork();
}

/** Limits and order of one socket: messages are handled one after the other, frames wait in a short queue. */
export class Connection implements LiveSocket {
  readonly viewer: SignedInViewer;
  resumes = false;
  lastSeq = 0;
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #handlers: ConnectionHandlers;
  #isClosed = false;
  #isAlive = true;
  /** Frames since the reader had taken everything. */
  #waiting = 0;
  #unhandled = 0;
  #steps: Promise<void> | undefined;

  constructor(socket: WebSocket, raw: Duplex, viewer: SignedInViewer, handlers: ConnectionHandlers) {
    this.viewer = viewer;
    this.#socket = socket;
    this.#raw = raw;
    this.#handlers = handlers;
    socket.on('message', (data, isBinary) => this.#handleMessage(data as Buffer, isBinary));
    socket.on('ping', () => {
      if (!handlers.isWithinMessageRate(this)) this.close(CLOSE_CODES.excess, 'too many messages');
    });
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('close', () => {
      this.#isClosed = true;
      handlers.onClose(this);
    });
  }

  close(code: number, reason = ''): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  send(event: object | string | Frame): void {
    const raw = this.#raw;
    if (this.#isClosed || this.#socket.readyState !== WebSocket.OPEN) return;
    if (raw.writableCorked === 0) {
      // Many at once are fine as long as the network takes them.
      const isBehind = raw.writableLength > 0;
      if (!isBehind) this.#waiting = 0;
      else if (this.#waiting >= SOCKET_QUEUE_MAX || raw.writableLength > WAITING_MAX_BYTES) {
        this.close(CLOSE_CODES.excess, 'reads too slowly');
        return;
      }
      if (corked.length === 0) process.nextTick(uncork);
      corked.push(raw);
      raw.cork();
    }
    this.#waiting += 1;
    raw.write(frameOf(event).bytes);
  }

  /** Messages wait for this one: what opens the socket goes first. */
  enqueue(step: () => Promise<void>): void {
    this.#unhandled += 1;
    const before = this.#steps;
    const mine: Promise<void> = this.#runAfter(before, step).then(() => {
      // Nothing is kept for a socket that says nothing.
      if (this.#steps === mine) this.#steps = undefined;
    });
    this.#steps = mine;
  }

  async #runAfter(before: Promise<void> | undefined, step: () => Promise<void>): Promise<void> {
    await before;
    try {
      if (!this.#isClosed) await step();
    } catch (error) {
      this.#handlers.onDefect(this, error);
    }
    this.#unhandled -= 1;
  }

  #handleMessage(data: Buffer, isBinary: boolean): void {
    if (this.#isClosed) return;
    const message = isBinary ? undefined : parseMessage(data.toString());
    if (!this.#handlers.isWithinMessageRate(this) || this.#unhandled >= SOCKET_QUEUE_MAX)
      this.close(CLOSE_CODES.excess, 'too many messages');
    else if (message === undefined) this.close(CLOSE_CODES.malformed, 'not a message');
    else if (message.type === HEARTBEAT)
      this.send(this.resumes ? { type: HEARTBEAT, seq: this.lastSeq } : HEARTBEAT_REPLY);
    else this.enqueue(() => this.#handlers.onMessage(this, message));
  }

  /** Ask the other end for a sign of life; false when the last question was not answered. */
  checkHeartbeat(): boolean {
    const answered = this.#isAlive;
    this.#isAlive = false;
    if (!this.#isClosed && answered) this.#socket.ping();
    return answered;
  }

  terminate(): void {
    this.#socket.terminate();
  }
}

const HEARTBEAT_REPLY = frameOf(JSON.stringify({ type: HEARTBEAT }));

function parseMessage(text: string): SocketMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    const isMessage = typeof message === 'object' && message !== null && 'type' in message;
    return isMessage && typeof message.type === 'string' ? (message as SocketMessage) : undefined;
  } catch {
    return undefined;
  }
}
