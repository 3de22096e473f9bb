import { BEAT, CLOSED, SOCKET_QUEUE_MAX } from '@app/contract/socket';
import type { WebSocket } from 'ws';
import type { SignedInViewer } from '../viewer.ts';

/** One open socket, as its handlers see it. */
export interface LiveSocket {
  viewer: SignedInViewer;
  /** Tell the browser something; after the close it goes nowhere. A text is sent as it is. */
  send(event: object | string): void;
  close(code: number, reason?: string): void;
}

export interface SocketMessage {
  type: string;
  [field: string]: unknown;
}

interface ConnectionParts {
  socket: WebSocket;
  viewer: SignedInViewer;
  /** Whether this person may say one more thing now. */
  maySpeak(): boolean;
  onMessage(message: SocketMessage): Promise<void>;
  /** Handling a message failed for a reason of ours. */
  onDefect(error: unknown): void;
}

export interface Connection extends LiveSocket {
  /** Messages wait for this one: what opens the socket goes first. */
  run(step: () => Promise<void>): void;
  /** Ask the other end for a sign of life; false when the last question was not answered. */
  beat(): boolean;
  terminate(): void;
}

/** A reader that is told to go and does not listen is cut off. */
const GOODBYE_MS = 2000;

/** Limits and order of one socket: messages are handled one after the other, frames wait in a short queue. */
export function openConnection(parts: ConnectionParts): Connection {
  const { socket, viewer } = parts;
  let isClosed = false;
  let isAlive = true;
  let unsent = 0;
  let unhandled = 0;
  let steps = Promise.resolve();

  function close(code: number, reason = ''): void {
    if (isClosed) return;
    isClosed = true;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
  }

  function send(event: object | string): void {
    if (isClosed) return;
    // Many at once are fine as long as the network takes them.
    if (unsent >= SOCKET_QUEUE_MAX && socket.bufferedAmount > 0) {
      close(CLOSED.excess, 'reads too slowly');
      return;
    }
    unsent += 1;
    socket.send(typeof event === 'string' ? event : JSON.stringify(event), () => {
      unsent -= 1;
    });
  }

  function run(step: () => Promise<void>): void {
    unhandled += 1;
    steps = steps.then(async () => {
      try {
        if (!isClosed) await step();
      } catch (error) {
        parts.onDefect(error);
      }
      unhandled -= 1;
    });
  }

  function hear(data: Buffer, isBinary: boolean): void {
    if (isClosed) return;
    const message = isBinary ? undefined : readMessage(data.toString());
    if (!parts.maySpeak() || unhandled >= SOCKET_QUEUE_MAX) close(CLOSED.excess, 'too many messages');
    else if (message === undefined) close(CLOSED.malformed, 'not a message');
    else if (message.type === BEAT) send({ type: BEAT });
    else run(() => parts.onMessage(message));
  }

  socket.on('message', (data, isBinary) => hear(data as Buffer, isBinary));
  socket.on('ping', () => {
    if (!parts.maySpeak()) close(CLOSED.excess, 'too many messages');
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('close', () => {
    isClosed = true;
  });

  return {
    viewer,
    send,
    close,
    run,
    beat() {
      const answered = isAlive;
      isAlive = false;
      if (!isClosed && answered) socket.ping();
      return answered;
    },
    terminate: () => socket.terminate(),
  };
}

function readMessage(text: string): SocketMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    const isMessage = typeof message === 'object' && message !== null && 'type' in message;
    return isMessage && typeof message.type === 'string' ? (message as SocketMessage) : undefined;
  } catch {
    return undefined;
  }
}
