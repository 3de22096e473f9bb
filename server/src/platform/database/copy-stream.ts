import { Readable, Writable } from 'node:stream';
import type pg from 'pg';

interface Connection {
  stream: {
    pause(): void;
    resume(): void;
    writableNeedDrain: boolean;
    once(event: 'drain', listener: () => void): void;
    on(event: 'data', listener: (bytes: Buffer) => void): void;
    listeners(event: 'data'): ((bytes: Buffer) => void)[];
    removeListener(event: 'data', listener: (bytes: Buffer) => void): void;
    removeAllListeners(event: 'data'): void;
  };
  query(sql: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

interface Submittable {
  submit(connection: Connection): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
  handleCommandComplete(message: { text: string }): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(): void;
}

const send = (client: pg.ClientBase, submittable: Submittable): void => {
  (client as unknown as { query(what: Submittable): void }).query(submittable);
};

export interface CopiedRows {
  stream: Readable;
  /** Rows that the server says it sent; known at the end of the stream. */
  count(): number;
}

/** Bytes of one buffer of rows, and of the buffers that wait for their reader. */
const ROWS_BYTES = 256 * 1024;
const WAITING_BYTES = 4 * ROWS_BYTES;

/**
 * `COPY … TO STDOUT` as a stream with backpressure. The server sends one message per row: the driver would make an object
 * of each, so the bytes of rows are taken from the socket before it, and everything else is passed on to it.
 */
export function copyOut(client: pg.ClientBase, sql: string): CopiedRows {
  let socket: Connection['stream'] | undefined;
  let giveBack: () => void = () => {};
  let count = 0;
  const stream = new Readable({ highWaterMark: WAITING_BYTES, read: () => socket?.resume() });
  send(client, {
    submit(connection) {
      socket = connection.stream;
      giveBack = takeRows(socket, (rows) => stream.push(rows));
      connection.query(sql);
    },
    handleError(error) {
      giveBack();
      stream.destroy(error);
    },
    handleReadyForQuery() {
      giveBack();
      socket = undefined;
      stream.push(null);
    },
    handleCommandComplete({ text }) {
      count = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
    },
    handleCopyInResponse: (connection) => connection.sendCopyFail('not this way'),
    handleCopyData() {},
  });
  return { stream, count: () => count };
}

const COPY_DATA = 0x64;
const HEADER_BYTES = 5;

/** Reads the messages of the socket in place of the driver until the returned function is called. */
function takeRows(socket: Connection['stream'], onRows: (rows: Buffer) => boolean): () => void {
  const listeners = socket.listeners('data');
  const passOn = (bytes: Buffer): void => {
    for (const listener of listeners) listener.call(socket, bytes);
  };
  const header = Buffer.alloc(HEADER_BYTES);
  let headed = 0;
  let left = 0;
  let rows = Buffer.allocUnsafe(ROWS_BYTES);
  let filled = 0;
  let isTaken = true;
  const flush = (): void => {
    if (filled === 0) return;
    if (!onRows(rows.subarray(0, filled))) socket.pause();
    rows = Buffer.allocUnsafe(ROWS_BYTES);
    filled = 0;
  };

  function onData(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      if (!isTaken) {
        passOn(bytes.subarray(at));
        return;
      }
      if (headed < HEADER_BYTES) {
        header[headed++] = bytes[at++] ?? 0;
        if (headed < HEADER_BYTES) continue;
        // The length counts itself and not the type before it.
        left = header.readUInt32BE(1) - 4;
        if (header[0] !== COPY_DATA) {
          flush();
          passOn(Buffer.from(header));
        }
      } else {
        const part = Math.min(left, bytes.length - at, header[0] === COPY_DATA ? ROWS_BYTES - filled : left);
        if (header[0] === COPY_DATA) {
          bytes.copy(rows, filled, at, at + part);
          filled += part;
          if (filled === ROWS_BYTES) flush();
        } else passOn(bytes.subarray(at, at + part));
        left -= part;
        at += part;
      }
      if (headed === HEADER_BYTES && left === 0) headed = 0;
    }
  }

  socket.removeAllListeners('data');
  socket.on('data', onData);
  return () => {
    if (!isTaken) return;
    isTaken = false;
    socket.removeListener('data', onData);
    for (const listener of listeners) socket.on('data', listener);
  };
}

/** `COPY … FROM STDIN` as a stream that finishes once the server has received every row. */
export function copyIn(client: pg.ClientBase, sql: string): Writable {
  let connection: Connection | undefined;
  let onDone: (error?: Error | null) => void = () => {};
  let open: () => void = () => {};
  let failed: Error | undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const stream = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      void opened.then(() => {
        if (failed !== undefined || connection === undefined) return callback(failed);
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => callback(failed));
        else callback();
      });
    },
    final(callback) {
      onDone = callback;
      void opened.then(() => (failed === undefined ? connection?.endCopyFrom() : callback(failed)));
    },
    destroy(error, callback) {
      // An unfinished COPY would block the connection.
      if (error !== null && failed === undefined) connection?.sendCopyFail('stopped');
      callback(error);
    },
  });
  send(client, {
    submit(given) {
      given.query(sql);
    },
    handleCopyInResponse(given) {
      connection = given;
      open();
    },
    handleError(error) {
      failed = error;
      open();
      stream.destroy(error);
    },
    handleReadyForQuery: () => onDone(failed),
    handleCommandComplete() {},
    handleCopyData() {},
  });
  return stream;
}
