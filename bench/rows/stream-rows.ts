import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UPLOADS_PATH } from '@app/contract/files/uploads';
import { publicationsApi } from '@app/contract/publishing/publications';
import type pg from 'pg';
import { pino } from 'pino';
import { fileKey } from '../../server/src/files/media/stored-objects.public.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import { PUBLICATION_FILE_OBJECTS } from '../../server/src/publishing/publication-files/object-keys.ts';
import { originalName } from '../../server/src/publishing/publication-files/present-publication-file.ts';
import type { BareStreamsOptions } from '../bare-streams.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import type { BenchDatabases } from '../databases.ts';
import { median } from '../load.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';

const SHARE_MIN = 0.8;
const ROUNDS = 15;
const MB = 2 ** 20;
const DOWNLOAD_BYTES = 240 * MB;
const UPLOAD_BYTES = 120 * MB;
const RANGE_BYTES = 4 * MB;
const RANGES = 40;
const MIME = 'video/mp4';
const PIECE = Buffer.concat([
  Buffer.from('0000001c667479706d70343200000000697369736d70343261766331', 'hex'),
  randomBytes(MB - 28),
]);
const BOUNDARY = 'bench-6f1d';

interface Flow {
  server: ChildServer;
  bytes: number;
  prepare?(): Promise<string>;
  run(place: string): Promise<void>;
  remove?(place: string): Promise<void>;
}

export async function measureStreams(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const connection = await databases.connect('small');
  const authorization = `Bearer ${await databases.tokenFor('small')}`;
  const dataDir = `${folder}/streams`;
  const storageKey = PUBLICATION_FILE_OBJECTS.baseKeyOf('5'.repeat(64));
  const source = path.join(dataDir, 'files', fileKey(storageKey));
  await mkdir(path.dirname(source), { recursive: true });
  await pipeline(Readable.from(piecesOf(DOWNLOAD_BYTES)), createWriteStream(source));
  const uid = await insertVideo(connection, storageKey);
  const ours = await startChild('our-server.ts', { connection, dataDir, hasCache: false } satisfies OurServerOptions);
  const target = path.join(dataDir, 'bare-upload');
  const bare = await startChild('bare-streams.ts', { source, target } satisfies BareStreamsOptions);
  const headers = { authorization };
  const film = `/media/posts/${uid}/${originalName(MIME)}`;
  const download = (server: ChildServer, at: string): Flow => ({
    server,
    bytes: DOWNLOAD_BYTES,
    run: () => receive(server, at, headers, DOWNLOAD_BYTES),
  });
  const ranges = (server: ChildServer, at: string): Flow => ({
    server,
    bytes: RANGE_BYTES * RANGES,
    async run() {
      for (let i = 0; i < RANGES; i++) {
        const start = i * RANGE_BYTES;
        const range = `bytes=${start}-${start + RANGE_BYTES - 1}`;
        await receive(server, at, { ...headers, range }, RANGE_BYTES);
      }
    },
  });
  const upload = (server: ChildServer, run: Flow['run']): Flow => ({ server, bytes: UPLOAD_BYTES, run });
  const bareUpload = upload(bare, async () => {
    await send(bare, 'POST', '/', { 'content-length': UPLOAD_BYTES }, piecesOf(UPLOAD_BYTES), 204);
  });
  try {
    return [
      toRow('Download of 240 MB', await compareFlows(download(ours, film), download(bare, '/'))),
      toRow('Its ranges of 4 MB, one after another', await compareFlows(ranges(ours, film), ranges(bare, '/'))),
      toRow(
        'Upload of 120 MB in parts that go on (tus), one part',
        await compareFlows(tusUpload(ours, headers), bareUpload),
      ),
      toRow(
        'Upload of 120 MB in one form, told by its bytes and hashed on its way',
        await compareFlows(upload(ours, formOf(ours, headers)), bareUpload),
      ),
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function insertVideo(connection: pg.PoolConfig, storageKey: string): Promise<string> {
  const { pool, close } = openDatabase<Database>(connection, { max: 1, log: pino({ level: 'warn' }) });
  try {
    await pool.query(`update users set paid_until = now() + interval '1 day' where id = (select max(id) from users)`);
    await pool.query('delete from post_files where storage_key = $1', [storageKey]);
    const { rows } = await pool.query<{ uid: string }>(
      `insert into post_files (owner_id, kind, storage_key, sha256, bytes, width, height, duration_ms, mime, is_playable, video_state)
       select max(id), 'video', $1, $2, $3, 1280, 720, 60000, $4, true, 'original' from users returning uid`,
      [storageKey, storageKey.slice(-64), DOWNLOAD_BYTES, MIME],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The video has no row');
    return row.uid;
  } finally {
    await close();
  }
}

function tusUpload(server: ChildServer, headers: Record<string, string>): Flow {
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  const metadata = `filename ${Buffer.from('a.mp4').toString('base64')},purpose ${Buffer.from('post').toString('base64')}`;
  const announced = { 'upload-length': UPLOAD_BYTES, 'upload-metadata': metadata, 'content-length': 0 };
  const part = {
    'content-type': 'application/offset+octet-stream',
    'upload-offset': 0,
    'content-length': UPLOAD_BYTES,
  };
  return {
    server,
    bytes: UPLOAD_BYTES,
    prepare: async () =>
      String((await send(server, 'POST', UPLOADS_PATH, { ...tus, ...announced }, [], 201)).headers.location),
    run: async (place) => void (await send(server, 'PATCH', place, { ...tus, ...part }, piecesOf(UPLOAD_BYTES), 204)),
    remove: async (place) => void (await send(server, 'DELETE', place, tus, [], 204)),
  };
}

/** The form is rejected after the file is received: only its receiving is measured. */
function formOf(server: ChildServer, headers: Record<string, string>): Flow['run'] {
  const begin = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: ${MIME}\r\n\r\n`;
  const end = `\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; name="upload_id"\r\n\r\nnone\r\n--${BOUNDARY}--\r\n`;
  function* form(): Generator<Buffer> {
    yield Buffer.from(begin);
    yield* piecesOf(UPLOAD_BYTES);
    yield Buffer.from(end);
  }
  return async () => {
    await send(
      server,
      publicationsApi.uploadFile.method,
      publicationsApi.uploadFile.path,
      {
        ...headers,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': begin.length + UPLOAD_BYTES + end.length,
      },
      form(),
      400,
    );
  };
}

function* piecesOf(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length));
}

async function receive(
  { url }: ChildServer,
  at: string,
  headers: Record<string, string>,
  wanted: number,
): Promise<void> {
  const [answer] = (await once(http.get(url + at, { headers }), 'response')) as [IncomingMessage];
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await once(answer, 'end');
  if (bytes !== wanted) throw new Error(`${at}: ${answer.statusCode}, ${bytes} of ${wanted} bytes`);
}

async function send(
  { url }: ChildServer,
  method: string,
  at: string,
  headers: Record<string, string | number>,
  pieces: Iterable<Buffer>,
  expected: number,
): Promise<IncomingMessage> {
  const request = http.request(url + at, { method, headers });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  const sent = pipeline(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }), request);
  const [answer] = await Promise.race([answered, sent.then(() => answered)]);
  const body = await answer.setEncoding('utf8').reduce((text: string, chunk: string) => text + chunk, '');
  if (answer.statusCode !== expected) throw new Error(`${method} ${at}: ${answer.statusCode} ${body}`);
  return answer;
}

interface Flowed {
  mbPerSecond: number;
  cpuMs: number;
}

interface FlowComparison {
  ours: Flowed[];
  theirs: Flowed[];
}

/** Short alternating rounds; the first of each is a warm-up. */
async function compareFlows(ours: Flow, theirs: Flow): Promise<FlowComparison> {
  const all: FlowComparison = { ours: [], theirs: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = { ours: undefined as Flowed | undefined, theirs: undefined as Flowed | undefined };
    const run = [
      async () => {
        pair.ours = await measureFlow(ours);
      },
      async () => {
        pair.theirs = await measureFlow(theirs);
      },
    ];
    for (const one of round % 2 === 0 ? run : run.toReversed()) await one();
    if (round === 0 || !pair.ours || !pair.theirs) continue;
    all.ours.push(pair.ours);
    all.theirs.push(pair.theirs);
  }
  return all;
}

async function measureFlow({ server, bytes, prepare, run, remove }: Flow): Promise<Flowed> {
  const place = (await prepare?.()) ?? '';
  const before = await server.cpuMicroseconds();
  const begin = performance.now();
  await run(place);
  const seconds = (performance.now() - begin) / 1000;
  const cpuMs = ((await server.cpuMicroseconds()) - before) / 1000;
  await remove?.(place);
  return { mbPerSecond: bytes / MB / seconds, cpuMs };
}

function toRow(what: string, { ours, theirs }: FlowComparison): Row {
  const ratio = median(ours.map(({ mbPerSecond }, i) => mbPerSecond / (theirs[i]?.mbPerSecond ?? Number.NaN)));
  const show = (flows: Flowed[]): string =>
    `${Math.round(median(flows.map(({ mbPerSecond }) => mbPerSecond)))} MB/s (${Math.round(median(flows.map(({ cpuMs }) => cpuMs)))} ms)`;
  return {
    what,
    against: 'bare node:http between the socket and the disk',
    ours: show(ours),
    theirs: show(theirs),
    figure: `${Math.round(ratio * 100)} %`,
    limit: `≥ ${SHARE_MIN * 100} %`,
    isMet: ratio >= SHARE_MIN,
  };
}
