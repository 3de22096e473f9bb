import { Readable, Writable } from 'node:stream';
import type pg from 'pg';

interface Connection {
  stream: {
    pause(): void;
    resume(): void;
    writableNeedDrain: boolean;
    once(event: 'drain', listener: () => void): void;
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
  handleCommandComplete(): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(message: { chunk: Buffer }, connection: Connection): void;
}

const send = (client: pg.ClientBase, submittable: Submittable): void => {
  (client as unknown as { query(what: Submittable): void }).query(submittable);
};

/** `COPY … TO STDOUT` as a stream with backpressure; at most one buffer is held in memory. */
export function copyOut(client: pg.ClientBase, sql: string): Readable {
  let connection: Connection | undefined;
  const stream = new Readable({ read: () => connection?.stream.resume() });
  send(client, {
    submit(given) {
      connection = given;
      given.query(sql);
    },
    handleError: (error) => void stream.destroy(error),
    handleReadyForQuery: () => void stream.push(null),
    handleCommandComplete() {},
    handleCopyInResponse: (given) => given.sendCopyFail('not this way'),
    handleCopyData({ chunk }, given) {
      // The parser reuses its buffer, so the chunk is copied.
      if (!stream.push(Buffer.from(chunk))) given.stream.pause();
    },
  });
  return stream;
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
