import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { systemClock } from '../clock.ts';
import { outboxDirectory } from '../mail/mail.ts';
import { registerOutbox } from '../mail/outbox.routes.ts';
import { listOutbox } from '../mail/outbox.ts';
import { createQueue } from '../queue/queue.ts';
import { startWorkers } from '../queue/workers.ts';
import { sendSms } from './send-sms.job.ts';
import { createSms, type Sms, type SmsRequest } from './sms.ts';

const log = pino({ level: 'silent' });
const message: SmsRequest = { to: '+79161234567', lang: 'ru', template: 'phone', values: { code: '042617' } };

interface Asked {
  authorization: string | undefined;
  key: string | string[] | undefined;
  body: unknown;
}

let database: TestDatabase;
let dataDir: string;
let gateway: http.Server;
let smsUrl: string;
let refusals: number;
let asked: Asked[];

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = http.createServer(async (request, response) => {
    const { authorization, 'idempotency-key': key } = request.headers;
    asked.push({ authorization, key, body: JSON.parse(await text(request)) });
    refusals -= 1;
    response.writeHead(refusals < 0 ? 202 : 503).end('{}');
  });
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  smsUrl = `http://shop:s%40fe@127.0.0.1:${(gateway.address() as AddressInfo).port}/send`;
});
afterAll(async () => {
  await new Promise((resolve) => gateway.close(resolve));
  await database.drop();
});
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'okolo-sms-'));
  refusals = 0;
  asked = [];
  return () => fs.rmSync(dataDir, { recursive: true });
});

async function withSms(config: { smsUrl?: string; smtpUrl?: string }, use: (sms: Sms) => Promise<void>) {
  const sms = createSms({ config: { dataDir, ...config }, queue: createQueue({ db: database.db, log }), log });
  const services = { pool: database.pool, db: database.db, log, sms, clock: systemClock };
  const workers = await startWorkers(services, [sendSms], { concurrency: 2 });
  try {
    await use(sms);
  } finally {
    await workers.stop();
  }
}

test('the gateway is asked with number and text, and tried again under the same key when it refuses', async () => {
  refusals = 1;
  await withSms({ smsUrl }, async (sms) => {
    expect(sms.isAvailable).toBe(true);
    await sms.queue(database.db, message);
    await expect
      .poll(async () => {
        await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
        return asked.length;
      })
      .toBe(2);
  });
  const body = { to: '+79161234567', text: 'Код для «Около»: 042617. Никому его не сообщайте.' };
  const authorization = `Basic ${Buffer.from('shop:s@fe').toString('base64')}`;
  const [first] = asked;
  expect(asked).toEqual(asked.map(() => ({ authorization, key: first?.key, body })));
  expect(first?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test('a message that is worth nothing any more is not sent', async () => {
  await withSms({ smsUrl }, async (sms) => {
    await sms.queue(database.db, { ...message, until: new Date(Date.now() - 1000).toISOString() });
    await sms.queue(database.db, { ...message, to: '+79160000000' });
    await expect.poll(() => asked.length).toBe(1);
  });
  expect(asked[0]?.body).toMatchObject({ to: '+79160000000' });
});

test('without a gateway messages are files, shown in the outbox beside the emails', async () => {
  await withSms({}, async (sms) => {
    await sms.queue(database.db, message);
    await expect.poll(() => listOutbox(outboxDirectory({ dataDir }))).toHaveLength(1);
  });
  const [shown] = await listOutbox(outboxDirectory({ dataDir }));
  expect(shown).toMatchObject({ to: '+79161234567', subject: 'SMS', text: expect.stringContaining('042617') });
  const app = fastify();
  await app.register((instance) => registerOutbox(instance, { config: { dataDir } }));
  const page = await app.inject({ url: '/dev/outbox', headers: { host: 'localhost' } });
  expect(page.body).toContain('+79161234567');
  const whole = await app.inject({ url: `/dev/outbox/${shown?.id}`, headers: { host: 'localhost' } });
  expect(whole.statusCode).toBe(404);
  await app.close();
});

test('with real emails and no gateway there are no messages, and nobody may queue one', async () => {
  await withSms({ smtpUrl: 'smtp://127.0.0.1:9' }, async (sms) => {
    expect(sms.isAvailable).toBe(false);
    await expect(sms.queue(database.db, message)).rejects.toThrow('No SMS gateway');
  });
});

test('a number can smuggle in nothing', async () => {
  await withSms({ smsUrl }, async (sms) => {
    await expect(sms.queue(database.db, { ...message, to: '+7916,+7917' })).rejects.toThrow();
  });
  expect(asked).toEqual([]);
});
