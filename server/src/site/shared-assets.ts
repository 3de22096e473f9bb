import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/domain/services.ts';
import { IMMUTABLE } from '../platform/http/send-compressed.ts';
import type { Storage } from '../platform/storage/storage.ts';

/**
 * The files of each build that runs, or ran lately, in the common store: a page asks for the files of the version that
 * rendered it, also after an upgrade, and while nodes of two versions run also a node of the other one.
 */
interface SharedBuild {
  /** Where each file begins in the object, and how long it is. */
  files: ReadonlyMap<string, { start: number; size: number }>;
}

const PREFIX = 'site/';
/** The name tells how long the index is, with which the object begins. */
const KEY = /^site\/[0-9a-f]{32}-(\d{1,7})\.bin$/;
const DAY_MS = 86_400_000;
/** A build that runs is stored anew after a day; one that was not for so long is in no open page any more. */
const FRESH_MS = DAY_MS;
const KEPT_MS = 14 * DAY_MS;
const STORE_WAIT_MS = 5000;
/** What other nodes stored is looked for this often at most. */
const LOOK_MS = 5000;
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
]);
const COMPRESSED = /\.(?:br|gz)$/;

/** Stores the assets of this build and serves those of others; the store may be away, then open pages load anew. */
export async function shareAssets(app: FastifyInstance, services: Services, folder: string): Promise<void> {
  const { storage, log, clock } = services;
  const builds = readBuilds(storage);
  const store = (): Promise<void> =>
    storeAssets(storage, folder, clock()).catch((error) => {
      log.warn({ err: error }, 'the files of the site could not be stored for open pages');
    });
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { config: { isStatic: true } },
    async ({ params: { name } }, reply) => {
      const found = await builds.open(name);
      if (found === undefined) return reply.callNotFound();
      const { stream, size } = found;
      reply.headers({ 'cache-control': IMMUTABLE, 'content-length': size });
      return reply.type(CONTENT_TYPES.get(path.extname(name)) ?? 'application/octet-stream').send(stream);
    },
  );
  // A start does not wait for a store that is slow or away.
  await Promise.race([store(), sleep(STORE_WAIT_MS, undefined, { ref: false })]);
  const timer = setInterval(store, FRESH_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

async function storeAssets(storage: Storage, folder: string, now: Date): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !COMPRESSED.test(name)).sort();
  const contents = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
  const index = Buffer.from(JSON.stringify(names.map((name, i) => [name, contents[i]?.length])));
  const whole = Buffer.concat([index, ...contents]);
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  const own = `${PREFIX}${hash}-${index.length}.bin`;
  let isFresh = false;
  for await (const { key, modifiedAt } of storage.list(PREFIX)) {
    const age = now.getTime() - modifiedAt.getTime();
    if (key === own) isFresh = age < FRESH_MS;
    else if (KEY.test(key) && age > KEPT_MS) await storage.remove(key);
  }
  if (isFresh) return;
  const incoming = await mkdtemp(path.join(os.tmpdir(), 'okolo-site-'));
  try {
    const file = path.join(incoming, 'assets');
    await writeFile(file, whole);
    await storage.put(own, file, 'application/octet-stream');
  } finally {
    await rm(incoming, { recursive: true });
  }
}

function readBuilds(storage: Storage) {
  let builds = new Map<string, SharedBuild>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const found = new Map<string, SharedBuild>();
    for await (const { key } of storage.list(PREFIX)) {
      const build = builds.get(key) ?? (await readIndex(storage, key));
      if (build !== undefined) found.set(key, build);
    }
    builds = found;
    lookedAt = performance.now();
  }

  const find = (name: string) =>
    [...builds].flatMap(([key, { files }]) => {
      const file = files.get(name);
      return file === undefined ? [] : [{ key, ...file }];
    })[0];

  return {
    async open(name: string): Promise<{ stream: Readable; size: number } | undefined> {
      if (find(name) === undefined && performance.now() - lookedAt > LOOK_MS) {
        looking ??= look().finally(() => {
          looking = undefined;
        });
        await looking;
      }
      const file = find(name);
      if (file === undefined) return undefined;
      const { key, start, size } = file;
      if (size === 0) return { stream: Readable.from([]), size };
      const opened = await storage.open(key, { start, end: start + size - 1 });
      return opened === undefined ? undefined : { stream: opened.stream, size };
    },
  };
}

async function readIndex(storage: Storage, key: string): Promise<SharedBuild | undefined> {
  const length = Number(KEY.exec(key)?.[1] ?? 0);
  const opened = length === 0 ? undefined : await storage.open(key, { start: 0, end: length - 1 });
  if (opened === undefined) return undefined;
  let start = length;
  const files = new Map<string, { start: number; size: number }>();
  for (const [name, size] of JSON.parse(await text(opened.stream)) as [string, number][]) {
    files.set(name, { start, size });
    start += size;
  }
  return { files };
}
