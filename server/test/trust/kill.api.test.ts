// @module-tag long

import { readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adsApi, type Board } from '@app/contract/market/ads';
import { sql } from 'kysely';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQuarantine } from '../../src/files/media/quarantine.ts';
import { sweepUploads } from '../../src/files/media/sweep-uploads.ts';
import { SessionService } from '../../src/people/auth/sessions.ts';
import { insertDemoUsers } from '../../src/people/users/users.public.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { isAlive } from '../../src/platform/database/embedded/postgres-process.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/database/open-database.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { createStorage } from '../../src/platform/storage/storage.ts';
import { findFreePort } from '../free-port.ts';
import { sampleUser } from '../sample-user.ts';
import { phonePhoto } from '../uploads/corpus.ts';
import { encodeBody } from '../world.ts';
import { createDataDir, ensureSiteBuilt, listMediaWorkers, type RunningNode, startNode } from './running-node.ts';

const PATIENCE_MS = 240_000;
const YEAR_MS = 365 * 86_400_000;
const DAY_MS = 86_400_000;
/** What is killed in each round. */
const ROUNDS = ['node', 'media worker', 'node and database', 'node', 'media worker', 'node'] as const;
const PAYERS = 24;
const LANES = 3;

const log = pino({ level: 'silent' });

let dataDir: string;
let remove: () => Promise<void>;
let environment: Record<string, string>;
let node: RunningNode;
let database: OpenDatabase<Database>;
let photos: Buffer[];

beforeAll(async () => {
  await ensureSiteBuilt();
  ({ dataDir, remove } = await createDataDir());
  const port = await findFreePort();
  environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ADMIN_PASSWORD: 'parol-admina-1',
  };
  [node, photos] = await Promise.all([
    startNode({ environment }),
    Promise.all([1, 3, 6, 8].map((orientation) => phonePhoto({ megapixels: 2, orientation }))),
  ]);
  const { connection } = await embedded();
  database = openDatabase<Database>(connection, { max: 4, log });
}, PATIENCE_MS);

const embedded = () => startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log });

afterAll(async () => {
  await database?.close();
  await node?.end('SIGTERM');
  await (await embedded()).stop();
  await remove();
}, PATIENCE_MS);

/** Undefined when the connection broke or the server failed: the request was not acknowledged. */
async function send(method: string, address: string, token: string | undefined, init: RequestInit = {}) {
  try {
    const response = await fetch(address, {
      ...init,
      method,
      redirect: 'manual',
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...init.headers },
    });
    const text = await response.text();
    return response.status >= 500 ? undefined : { status: response.status, text };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && 'code' in cause) return undefined;
    throw error;
  }
}

interface Work {
  /** False when the step was not acknowledged and must be repeated. */
  advance(): Promise<boolean>;
  isDone(): boolean;
}

interface Publication extends Work {
  title: string;
  photoCount: number;
  acknowledged?: Board;
}

function publication(number: number, token: string): Publication {
  const title = `Лодка номер ${number}.`;
  const photoCount = 1 + (number % 3);
  const work: Publication = {
    title,
    photoCount,
    isDone: () => work.acknowledged !== undefined,
    async advance() {
      const { payload, headers } = encodeBody({
        body: { board_title: title, board_description: 'Надувная', board_price: 100 },
        files: Array.from({ length: photoCount }, (_, i) => ({
          field: 'board_photo[]',
          name: 'boat.jpg',
          type: 'image/jpeg',
          bytes: photos[(number + i) % photos.length] ?? Buffer.alloc(0),
        })),
      });
      const answer = await send('PUT', `${node.origin}/api/boards`, token, {
        headers: { ...headers, 'idempotency-key': `boat-${number}` },
        body: new Uint8Array(payload as Buffer),
      });
      if (answer === undefined) return false;
      // An image whose worker was killed is rejected as unreadable, and sent again.
      if (answer.status === 422) return false;
      expect(answer).toMatchObject({ status: 200 });
      work.acknowledged = adsApi.create.response.parse(JSON.parse(answer.text));
      return true;
    },
  };
  return work;
}

interface Payment extends Work {
  userId: number;
}

function payment(userId: number, token: string): Payment {
  let address: string | undefined;
  let isPaid = false;
  return {
    userId,
    isDone: () => isPaid,
    async advance() {
      if (address === undefined) {
        const answer = await send('PUT', `${node.origin}/api/payments/subscribe/pay`, token, {
          headers: { 'content-type': 'application/json', 'idempotency-key': 'year' },
          body: '{}',
        });
        if (answer === undefined) return false;
        expect(answer).toMatchObject({ status: 200 });
        address = String(JSON.parse(answer.text));
        return true;
      }
      const page = await send('GET', address, undefined);
      const formToken = /name="token" value="([^"]+)"/.exec(page?.text ?? '')?.[1];
      if (page === undefined) return false;
      expect(page.status).toBe(200);
      // A page without the form means that the payment is settled, and the response to the form was lost.
      const answer =
        formToken === undefined
          ? { status: 303 }
          : await send('POST', address, undefined, { body: new URLSearchParams({ token: formToken, action: 'pay' }) });
      if (answer === undefined) return false;
      expect(answer.status).toBe(303);
      isPaid = true;
      return true;
    },
  };
}

async function drive(works: readonly Work[], isOver: () => boolean): Promise<void> {
  const busy = new Set<Work>();
  const lane = async () => {
    while (!isOver()) {
      const work = works.find((one) => !one.isDone() && !busy.has(one));
      if (work === undefined) return;
      busy.add(work);
      if (!(await work.advance())) await sleep(20);
      busy.delete(work);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function strike(target: (typeof ROUNDS)[number]): Promise<void> {
  const workers = await listMediaWorkers(node.pid);
  if (target === 'media worker') {
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    return;
  }
  if (target === 'node and database') {
    process.kill(
      Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
      'SIGKILL',
    );
  }
  await node.end('SIGKILL');
  await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  node = await startNode({ environment });
}

async function makePeople() {
  const sessions = new SessionService({ ...database, clock: () => new Date(), isStaffStrong: false });
  const rows = Array.from({ length: PAYERS + 1 }, (_, n) =>
    sampleUser(`killed${n}`, `+7900${String(2_000_000 + n)}`, {
      paid_until: n === 0 ? new Date(Date.now() + YEAR_MS) : null,
    }),
  );
  const ids = await database.db.transaction().execute((tx) => insertDemoUsers(tx, rows));
  return Promise.all(
    ids.map(async (id) => ({ id, token: await sessions.create(database.db, id, { ip: '', userAgent: '' }) })),
  );
}

test('whatever dies in the middle of uploads and payments, nothing acknowledged is lost and nothing is doubled', {
  timeout: PATIENCE_MS,
}, async () => {
  const [owner = { id: 0, token: '' }, ...payers] = await makePeople();
  const ads = Array.from({ length: 400 }, (_, i) => publication(i, owner.token));
  const payments = payers.map(({ id, token }) => payment(id, token));
  const started = Date.now();

  for (const [round, target] of ROUNDS.entries()) {
    let isOver = false;
    const share = Math.ceil((PAYERS / ROUNDS.length) * (round + 1));
    const driving = Promise.all([drive(ads, () => isOver), drive(payments.slice(0, share), () => isOver)]);
    await sleep(250 + Math.random() * 600);
    await strike(target);
    await sleep(150);
    isOver = true;
    await driving;
  }
  await drive(payments, () => false);
  const tried = ads.slice(0, ads.findLastIndex((ad) => ad.isDone()) + LANES + 1);
  await drive(tried, () => false);
  console.log(`${tried.length} ads and ${payments.length} payments in ${Date.now() - started} ms`);

  await expectAds(tried, owner.id);
  await expectPayments(payments);
  await expectSwept(tried);
});

async function expectAds(ads: readonly Publication[], ownerId: number): Promise<void> {
  for (const { acknowledged, photoCount } of ads) {
    const answer = await send('GET', `${node.origin}/api/board/${acknowledged?.board_id}`, undefined);
    const board = adsApi.get.response.parse(JSON.parse(answer?.text ?? ''));
    expect(board.board_photos).toHaveLength(photoCount);
    expect(board.board_photos).toEqual(acknowledged?.board_photos);
  }
  await expectReadable(ads);
  const { rows } = await sql<{ title: string; count: number; photos: number }>`
    select title, count(distinct a.id)::int as count, count(p.id)::int as photos from ads a
    left join ad_photos p on p.ad_id = a.id where owner_id = ${ownerId} group by title`.execute(database.db);
  const byTitle = (a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1);
  expect(rows.toSorted(byTitle)).toEqual(
    ads.map(({ title, photoCount }) => ({ title, count: 1, photos: photoCount })).toSorted(byTitle),
  );
}

async function expectReadable(ads: readonly Publication[]): Promise<void> {
  const addresses = new Set(
    ads.flatMap(
      ({ acknowledged }) =>
        acknowledged?.board_photos.flatMap(({ src, src_400, src_1600 }) => [src, src_400, src_1600]) ?? [],
    ),
  );
  expect(addresses.size).toBeGreaterThan(0);
  for (const address of addresses) {
    const response = await fetch(`${node.origin}${address}`);
    expect({ address, status: response.status }).toEqual({ address, status: 200 });
    await sharp(Buffer.from(await response.arrayBuffer())).stats();
  }
}

async function expectPayments(payments: readonly Payment[]): Promise<void> {
  const ids = payments.map(({ userId }) => userId);
  const read = async () => {
    const { rows } = await sql<{
      id: number;
      payments: string;
      years: number;
      sales: number;
      entries: number;
      days: number;
    }>`
      select u.id, round(extract(epoch from u.paid_until - now()) / 86400)::int as days,
        (select string_agg(status, ' ') from payments where user_id = u.id) as payments,
        (select count(*)::int from subscriptions where user_id = u.id) as years,
        (select count(*)::int from ledger_transactions t join payments p on p.id = t.payment_id where p.user_id = u.id) as sales,
        (select count(*)::int from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          join payments p on p.id = t.payment_id where p.user_id = u.id) as entries
      from users u where u.id = any(${ids}) order by u.id`.execute(database.db);
    return rows;
  };
  // Webhook events may have died with the node; the reconciler queries the provider.
  await expect
    .poll(async () => (await read()).filter(({ days }) => days === null), { timeout: 90_000, interval: 250 })
    .toEqual([]);
  const year = {
    payments: 'succeeded',
    years: 1,
    sales: 1,
    entries: 2,
    days: expect.toSatisfy((days: number) => days === 365 || days === 366),
  };
  expect(await read()).toEqual(ids.toSorted((a, b) => a - b).map((id) => ({ id, ...year })));
}

/** The sweep deletes leftovers of killed processes; acknowledged data stays. */
async function expectSwept(ads: readonly Publication[]): Promise<void> {
  const quarantine = await createQuarantine(path.join(dataDir, 'quarantine'));
  const left = await readdir(quarantine.folder);
  const longAgo = new Date(Date.now() - DAY_MS);
  for (const name of left) await utimes(path.join(quarantine.folder, name), longAgo, longAgo);
  const later = () => new Date(Date.now() + 2 * DAY_MS);
  await sweepUploads({
    db: database.db,
    storage: await createStorage({ dataDir }),
    media: { quarantine },
    clock: later,
  });
  expect(await readdir(quarantine.folder)).toEqual([]);
  await expectReadable(ads);
  const { rows } = await sql`select state, count(*) from media_images where state <> 'claimed' group by state`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
}
