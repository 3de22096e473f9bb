import 'fake-indexeddb/auto';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startUpload } from './start-upload.ts';
import { PAUSED } from './upload-options.ts';

// Loads the browser build of the library; Node would resolve its Node build.
vi.mock('tus-js-client', () => vi.importActual('tus-js-client/lib.es5/browser/index.js'));

const MB = 1024 * 1024;
const PATH = '/api/uploads';

interface Stored {
  size: number;
  parts: Buffer[];
  metadata: string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A tus server that retains received bytes after a broken connection. */
function createTusServer() {
  const uploads = new Map<string, Stored>();
  const heard: { method: string; offset: number; csrf: string; viewer: string }[] = [];
  let before: Handler | undefined;
  let dropAfter = Number.POSITIVE_INFINITY;

  const received = ({ parts }: Stored): number => parts.reduce((sum, part) => sum + part.length, 0);
  const say = (response: ServerResponse, status: number, headers: Record<string, string | number> = {}, body = '') =>
    response.writeHead(status, { 'tus-resumable': '1.0.0', 'cache-control': 'no-store', ...headers }).end(body);

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    heard.push({
      method,
      offset: Number(headers['upload-offset'] ?? -1),
      csrf: String(headers['x-csrftoken'] ?? ''),
      viewer: String(headers['x-viewer'] ?? ''),
    });
    if (before?.(request, response)) return;
    if (method === 'POST') {
      const id = randomBytes(16).toString('hex');
      const metadata = String(headers['upload-metadata'] ?? '');
      uploads.set(id, { size: Number(headers['upload-length']), parts: [], metadata });
      say(response, 201, { location: `${PATH}/${id}` });
      return;
    }
    const id = url.slice(PATH.length + 1);
    const upload = uploads.get(id);
    if (upload === undefined) say(response, 404);
    else if (method === 'HEAD') say(response, 200, { 'upload-offset': received(upload), 'upload-length': upload.size });
    else if (method === 'DELETE') {
      uploads.delete(id);
      say(response, 204);
    } else if (Number(headers['upload-offset']) !== received(upload)) say(response, 409);
    else {
      request.on('data', (part: Buffer) => {
        upload.parts.push(part);
        if (received(upload) < dropAfter) return;
        dropAfter = Number.POSITIVE_INFINITY;
        request.socket.destroy();
      });
      request.on('end', () => say(response, 204, { 'upload-offset': received(upload) }));
      request.on('error', () => undefined);
    }
  }

  return {
    uploads,
    heard,
    handle,
    bytesOf: (id: string) => Buffer.concat(uploads.get(id)?.parts ?? []),
    dropAt(bytes: number) {
      dropAfter = bytes;
    },
    /** Handles the next request if the handler returns true. */
    first(handler: Handler) {
      before = (request, response) => {
        const isTaken = handler(request, response);
        if (isTaken) before = undefined;
        return isTaken;
      };
    },
    always(handler: Handler) {
      before = handler;
    },
    sent: () => heard.filter(({ method }) => method === 'PATCH').map(({ offset }) => offset),
  };
}

const site = () => (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM;
const digest = (bytes: Buffer | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let tus: ReturnType<typeof createTusServer>;
let server: Server;
let port = 0;

async function listen(at: number): Promise<void> {
  server = createServer((request, response) => tus.handle(request, response));
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
}

async function close(): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

beforeEach(async () => {
  tus = createTusServer();
  await listen(0);
  site().setURL(`http://127.0.0.1:${port}/`);
  // biome-ignore lint/suspicious/noDocumentCookie: it is what the site itself reads
  document.cookie = 'csrftoken=secret; path=/';
});

afterEach(async () => {
  await close();
  site().setURL('about:blank');
});

function makeFile(size: number, name = 'кот.mp4'): { file: File; bytes: Uint8Array<ArrayBuffer> } {
  const bytes = new Uint8Array(randomBytes(size));
  return { file: new File([bytes], name, { type: 'video/mp4' }), bytes };
}

test('a file goes in parts of 5 MB, with the token of the session and whose it is', async () => {
  const { file, bytes } = makeFile(12 * MB);
  const shares: number[] = [];
  const { upload_id } = await startUpload(file, 'post', { viewerId: 7, onProgress: (share) => shares.push(share) });
  expect(digest(tus.bytesOf(upload_id))).toBe(digest(bytes));
  expect(tus.sent()).toEqual([0, 5 * MB, 10 * MB]);
  expect(tus.heard.every(({ csrf, viewer }) => csrf === 'secret' && viewer === '7')).toBe(true);
  expect(tus.uploads.get(upload_id)?.metadata).toContain(`purpose ${Buffer.from('post').toString('base64')}`);
  expect(tus.uploads.get(upload_id)?.metadata).toContain(`filename ${Buffer.from('кот.mp4').toString('base64')}`);
  expect(shares.at(-1)).toBe(1);
});

test('a connection that breaks half way goes on from there, and the bytes are the same', async () => {
  const { file, bytes } = makeFile(8 * MB);
  tus.dropAt(4 * MB);
  const { upload_id } = await startUpload(file, 'post');
  expect(tus.uploads.size).toBe(1);
  expect(digest(tus.bytesOf(upload_id))).toBe(digest(bytes));
  expect(tus.sent().some((offset) => offset >= 4 * MB && offset < 5 * MB)).toBe(true);
});

test('a server that is restarted half way gets the rest', async () => {
  const { file, bytes } = makeFile(7 * MB);
  tus.dropAt(5 * MB);
  const waits: boolean[] = [];
  const done = startUpload(file, 'post', { onWaiting: (isWaiting) => waits.push(isWaiting) });
  await expect.poll(() => tus.sent().length).toBeGreaterThan(0);
  await close();
  await expect.poll(() => waits.filter(Boolean).length).toBeGreaterThan(1);
  await listen(port);
  const { upload_id } = await done;
  expect(digest(tus.bytesOf(upload_id))).toBe(digest(bytes));
  expect(tus.uploads.size).toBe(1);
});

test('a busy server is asked again, and what it has is not sent anew', async () => {
  const { file, bytes } = makeFile(6 * MB);
  tus.dropAt(5.5 * MB);
  tus.first(({ method }, response) => {
    if (method !== 'HEAD') return false;
    response.writeHead(503).end();
    return true;
  });
  const { upload_id } = await startUpload(file, 'post');
  expect(tus.uploads.size).toBe(1);
  expect(digest(tus.bytesOf(upload_id))).toBe(digest(bytes));
});

test('the same file chosen again after the page was reloaded goes on from where it stopped', async () => {
  const { file, bytes } = makeFile(11 * MB);
  const leave = new AbortController();
  const first = startUpload(file, 'post', {
    signal: leave.signal,
    onProgress: (share) => share > 0.5 && leave.abort(PAUSED),
  });
  await expect(first).rejects.toBe(PAUSED);
  const before = tus.sent().length;
  // Phones give the same file another name and date.
  const again = new File([bytes], 'IMG_2.MOV', { type: 'video/mp4', lastModified: 1 });
  const { upload_id } = await startUpload(again, 'post');
  expect(tus.uploads.size).toBe(1);
  expect(
    tus
      .sent()
      .slice(before)
      .every((offset) => offset >= 5 * MB),
  ).toBe(true);
  expect(digest(tus.bytesOf(upload_id))).toBe(digest(bytes));
});

test('an upload that the server has forgotten begins anew', async () => {
  const { file, bytes } = makeFile(6 * MB);
  const leave = new AbortController();
  const first = startUpload(file, 'post', {
    signal: leave.signal,
    onProgress: (share) => share > 0.5 && leave.abort(PAUSED),
  });
  await expect(first).rejects.toBe(PAUSED);
  tus.uploads.clear();
  const { upload_id } = await startUpload(file, 'post');
  expect(digest(tus.bytesOf(upload_id))).toBe(digest(bytes));
});

test('what is called off is taken back from the server', async () => {
  const { file } = makeFile(9 * MB);
  const cancel = new AbortController();
  const upload = startUpload(file, 'post', {
    signal: cancel.signal,
    onProgress: (share) => share > 0.3 && cancel.abort(),
  });
  await expect(upload).rejects.toThrow('abort');
  await expect.poll(() => tus.uploads.size).toBe(0);
});

test('a refusal is told in the words of the server, and nothing is tried again', async () => {
  tus.first((_, response) => {
    response.writeHead(413, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: 'Файл слишком большой', code: 'file_too_large' }));
    return true;
  });
  const { file } = makeFile(MB);
  await expect(startUpload(file, 'audio')).rejects.toMatchObject({
    status: 413,
    body: { message: 'Файл слишком большой', code: 'file_too_large' },
  });
  expect(tus.heard).toHaveLength(1);
  // The library retries a 409 of the tus protocol; a 409 of our API is final.
  tus.first((_, response) => {
    response.writeHead(409, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: 'Слишком много незаконченных загрузок', code: 'unsent_full' }));
    return true;
  });
  await expect(startUpload(file, 'audio')).rejects.toMatchObject({ body: { code: 'unsent_full' } });
  expect(tus.heard).toHaveLength(2);
});

test('a session that ended meanwhile is refreshed, and the upload goes on', async () => {
  const { file, bytes } = makeFile(6 * MB);
  let isOver = true;
  tus.always(({ method, url }, response) => {
    if (url === '/api/auth/refresh') isOver = false;
    else if (method !== 'GET' && !(isOver && method === 'PATCH')) return false;
    response.writeHead(isOver ? 401 : 200, { 'content-type': 'application/json' }).end('{"list":[]}');
    return true;
  });
  const { upload_id } = await startUpload(file, 'post');
  expect(digest(tus.bytesOf(upload_id))).toBe(digest(bytes));
});

test('the same file chosen twice becomes two uploads', async () => {
  const { file, bytes } = makeFile(2 * MB);
  const [one, other] = await Promise.all([startUpload(file, 'post'), startUpload(file, 'post')]);
  expect(one.upload_id).not.toBe(other.upload_id);
  for (const { upload_id } of [one, other]) expect(digest(tus.bytesOf(upload_id))).toBe(digest(bytes));
  const third = await startUpload(file, 'post');
  expect([one.upload_id, other.upload_id]).not.toContain(third.upload_id);
});
