import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const CONNECT_MS = 5000;
/** Of silence: clamd reads an archive whole before it says anything. */
const ANSWER_MS = 120_000;
const ANSWER_MAX_BYTES = 4096;
const END = Buffer.alloc(4);

/**
 * Sends a command of clamd with the bytes that belong to it, and returns the answer. Whatever else happens, a lost
 * connection or silence, is an error.
 */
export async function queryClamd(
  socket: Socket,
  command: 'PING' | 'INSTREAM',
  bytes?: AsyncIterable<Buffer>,
): Promise<string> {
  const answer = readAnswer(socket);
  try {
    socket.write(`z${command}\0`);
    // A scanner that refuses a long file answers and closes while bytes still come; its answer tells more than EPIPE.
    if (bytes !== undefined)
      await Promise.race([answer, pipeline(bytes, frameChunks(), socket, { end: false }).catch(() => answer)]);
    return await answer;
  } finally {
    socket.destroy();
  }
}

/** Each chunk goes after its length of four bytes; a length of zero ends the file. */
const frameChunks = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      done(null, Buffer.concat([length, chunk]));
    },
    flush(done) {
      done(null, END);
    },
  });

function readAnswer(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // The caller awaits it after writing, and it may fail before.
  promise.catch(() => {});
  let text = '';
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('the scanner does not answer')));
  socket.once('connect', () => socket.setTimeout(ANSWER_MS));
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
    const end = text.indexOf('\0');
    if (end >= 0) resolve(text.slice(0, end));
    else if (text.length > ANSWER_MAX_BYTES)
      socket.destroy(new Error('the scanner does not speak the protocol of clamd'));
  });
  socket.once('error', reject);
  socket.once('close', () => reject(new Error('the scanner closed the connection without an answer')));
  return promise;
}
