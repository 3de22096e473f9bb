import type { Duplex } from 'node:stream';
import { CLOSE_CODES, HEARTBEAT, SOCKET_QUEUE_MAX } from '@app/contract/platform/socket';
import { WebSocket } from 'ws';
import type { SignedInViewer } from '../http/viewer.ts';
import { type Frame, frameOf } from './frame.ts';

export interface LiveSocket {
  readonly viewer: SignedInViewer;
  /**
   * True when missed events are delivered later by their numbers. Other sockets receive `limited` when events may have
   * been missed.
   */
  resumes: boolean;
  lastSeq: number;
  send(event: object | string | Frame): void;
  close(code: number, reason?: string): void;
}

export interface SocketMessage {
  type: string;
  [field: string]: unknown;
}

export interface ConnectionHandlers {
  isWithinMessageRate(connection: Connection): boolean;
  onMessage(connection: Connection, message: SocketMessage): Promise<void>;
  onDefect(connection: Connection, error: unknown): void;
  onClose(connection: Connection): void;
}

/** A client that does not answer the close frame within this time is disconnected. */
const CLOSE_TIMEOUT_MS = 2000;
/** Maximum buffered bytes per socket, whatever the number of frames. */
const WAITING_MAX_BYTES = 1024 * 1024;

let corked: Duplex[] = [];

function uncork(): void {
  const ready = corked;
  corked = [];
  for (const raw of ready) raw.uncork();
}

/** Limits and order of one socket: messages are handled sequentially, and outgoing frames wait in a bounded queue. */
export class Connection implements LiveSocket {
  readonly viewer: SignedInViewer;
  resumes = false;
  lastSeq = 0;
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #handlers: ConnectionHandlers;
  #isClosed = false;
  #isAlive = true;
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
      // A burst is allowed while the network keeps up.
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

  enqueue(step: () => Promise<void>): void {
    this.#unhandled += 1;
    const before = this.#steps;
    const mine: Promise<void> = this.#runAfter(before, step).then(() => {
      // An idle socket keeps no promise in memory.
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
