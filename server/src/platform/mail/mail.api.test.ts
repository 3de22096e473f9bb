import { once } from 'node:events';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createQueue } from '../queue/queue.ts';
import { startWorkers } from '../queue/workers.ts';
import { createMail, type EmailRequest, outboxDirectory } from './mail.ts';
import { registerOutbox } from './outbox.routes.ts';
import { listOutbox, type OutboxEmail } from './outbox.ts';
import { sendEmail } from './send-email.job.ts';

interface Delivery {
  to: string[];
  email: Email;
  raw: string;
}

const log = pino({ level: 'silent' });
const code: Omit<EmailRequest, 'to' | 'lang'> = { template: 'activation', values: { code: '042617', minutes: 15 } };

let database: TestDatabase;
let dataDir: string;
let server: SMTPServer;
let smtpUrl: string;
let refusals: number;
let deliveries: Delivery[];

beforeAll(async () => {
  database = await createTestDatabase();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, callback) {
      refusals -= 1;
      if (refusals < 0) return callback();
      callback(Object.assign(new Error('mailbox is busy'), { responseCode: 450 }));
    },
    onData(stream, { envelope }, callback) {
      buffer(stream)
        .then(async (raw) => {
          const to = envelope.rcptTo.map(({ address }) => address);
          deliveries.push({ to, email: await PostalMime.parse(raw), raw: raw.toString('latin1') });
        })
        .then(() => callback(), callback);
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
  await database.drop();
});

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'okolo-mail-'));
  refusals = 0;
  deliveries = [];
  return () => fs.rmSync(dataDir, { recursive: true });
});

async function withMail(
  config: { smtpUrl?: string },
  use: (send: (letter: EmailRequest) => Promise<void>) => Promise<void>,
) {
  const queue = createQueue({ db: database.db, log });
  const mail = createMail({ config: { mailFrom: 'Около <no-reply@okolo.example>', dataDir, ...config }, queue, log });
  const { pool, db } = database;
  const workers = await startWorkers({ pool, db, log, mail }, [sendEmail], { concurrency: 2 });
  try {
    await use((letter) => database.db.transaction().execute((tx) => mail.queue(tx, letter)));
  } finally {
    await workers.stop();
  }
}

test('an email reaches the mail server whole: Cyrillic subject, plain text, HTML, one recipient', async () => {
  await withMail({ smtpUrl }, async (send) => {
    await send({ to: 'anna@example.com', lang: 'ru', ...code });
    await expect.poll(() => deliveries.length).toBe(1);
  });
  const [delivery] = deliveries;
  expect(delivery?.to).toEqual(['anna@example.com']);
  expect(delivery?.email).toMatchObject({
    subject: 'Код подтверждения в «Около»',
    from: { name: 'Около', address: 'no-reply@okolo.example' },
    messageId: expect.stringMatching(/^<[0-9a-f-]{36}@okolo\.example>$/),
  });
  expect(delivery?.email.text).toContain('042617');
  expect(delivery?.email.html).toContain('042617');
  expect(delivery?.raw).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(delivery?.raw.indexOf('text/plain')).toBeLessThan(delivery?.raw.indexOf('text/html') ?? 0);
});

test('emails that come unasked can be stopped by the mail program’s own button', async () => {
  const unsubscribe = 'https://okolo.example/unsubscribe?token=f.1.0.0123456789012345678901';
  await withMail({ smtpUrl }, async (send) => {
    await send({ to: 'anna@example.com', lang: 'ru', ...code, unsubscribe });
    await expect.poll(() => deliveries.length).toBe(1);
  });
  const headers = new Map(deliveries[0]?.email.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('list-unsubscribe')).toBe(`<${unsubscribe}>`);
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test('each email speaks its recipient’s language', async () => {
  await withMail({ smtpUrl }, async (send) => {
    await send({ to: 'hans@example.com', lang: 'de', ...code });
    await send({ to: 'minjun@example.com', lang: 'ko', ...code });
    await expect.poll(() => deliveries.length).toBe(2);
  });
  const subjects = Object.fromEntries(deliveries.map(({ to, email }) => [to[0], email.subject]));
  expect(subjects).toEqual({
    'hans@example.com': 'Ihr Bestätigungscode für Okolo',
    'minjun@example.com': 'Okolo 확인 코드',
  });
});

test('an email that the server refuses for now is sent later, under the same id and once', async () => {
  refusals = 1;
  await withMail({ smtpUrl }, async (send) => {
    await send({ to: 'anna@example.com', lang: 'ru', ...code });
    await expect.poll(() => refusals).toBe(0);
    await expect
      .poll(async () => {
        await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
        return deliveries.length;
      })
      .toBe(1);
  });
  const { rows } = await database.pool.query('select from graphile_worker.jobs');
  expect(rows).toEqual([]);
});

test('an address cannot smuggle in a header or a second recipient', async () => {
  await withMail({ smtpUrl }, async (send) => {
    await expect(send({ to: 'a@b.ru\r\nBcc: c@d.ru', lang: 'ru', ...code })).rejects.toThrow();
    await expect(send({ to: 'a@b.ru, c@d.ru', lang: 'ru', ...code })).rejects.toThrow();
  });
  expect(deliveries).toEqual([]);
});

test('without a mail server emails are files, newest first', async () => {
  const directory = outboxDirectory({ dataDir });
  await withMail({}, async (send) => {
    await send({ to: 'anna@example.com', lang: 'ru', ...code });
    await expect.poll(() => listOutbox(directory)).toHaveLength(1);
    await send({ to: 'igor@example.com', lang: 'en', ...code });
    await expect.poll(() => listOutbox(directory)).toHaveLength(2);
  });
  const letters = await listOutbox(directory);
  expect(letters.map(({ to }) => to)).toEqual(['igor@example.com', 'anna@example.com']);
  expect(letters[1]).toMatchObject({ subject: 'Код подтверждения в «Около»', text: expect.stringContaining('042617') });
});

test('an email sent twice is one file, and its subject cannot add a header', async () => {
  const queue = createQueue({ db: database.db, log });
  const mail = createMail({ config: { mailFrom: 'Около <no-reply@localhost>', dataDir }, queue, log });
  const id = '0f0c6a5e-7a55-4a53-9c39-3f9d0a4a6a01';
  const letter = { id, queued_at: '2026-11-21T12:00:00.000Z', to: 'anna@example.com', lang: 'ru' as const, ...code };
  for (const text of ['один', 'два']) await mail.deliver(letter, { subject: 'Code\r\nBcc: c@d.ru', text, html: '' });
  const directory = outboxDirectory({ dataDir });
  expect(fs.readdirSync(directory)).toEqual([`2026-11-21T120000.000Z-${id}.eml`]);
  expect(fs.readFileSync(path.join(directory, `2026-11-21T120000.000Z-${id}.eml`), 'utf8')).not.toMatch(/^Bcc:/im);
  expect(await listOutbox(directory)).toMatchObject([{ id, subject: 'Code Bcc: c@d.ru', text: 'два' }]);
});

test('the outbox page shows emails to this machine only, and runs nothing from them', async () => {
  await withMail({}, async (send) => {
    await send({ to: 'anna@example.com', lang: 'ru', ...code });
    await expect.poll(() => listOutbox(outboxDirectory({ dataDir }))).toHaveLength(1);
  });
  const app = fastify();
  await app.register((instance) => registerOutbox(instance, { config: { dataDir } }));
  const page = await app.inject({ url: '/dev/outbox', headers: { host: 'localhost:3000' } });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Исходящие письма');
  expect(page.body).toContain('042617');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");

  const list = await app.inject({ url: '/dev/outbox.json', headers: { host: '127.0.0.1:3000' } });
  const [letter] = list.json<OutboxEmail[]>();
  expect(letter).toMatchObject({ to: 'anna@example.com', text: expect.stringContaining('042617') });
  const whole = await app.inject({ url: `/dev/outbox/${letter?.id}`, headers: { host: 'localhost' } });
  expect(whole.body).toContain('<!doctype html>');

  const asked = [
    { url: '/dev/outbox', headers: { host: 'okolo.example' } },
    { url: '/dev/outbox', headers: { host: 'localhost', 'x-forwarded-for': '8.8.8.8' } },
    { url: '/dev/outbox.json', headers: { host: 'localhost' }, remoteAddress: '10.0.0.7' },
    { url: '/dev/outbox/..%2F..%2Fetc%2Fpasswd', headers: { host: 'localhost' } },
  ];
  const answers = await Promise.all(asked.map((request) => app.inject(request)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  await app.close();
});

test('with a mail server there is no outbox page', async () => {
  const app = fastify();
  await app.register((instance) => registerOutbox(instance, { config: { dataDir, smtpUrl } }));
  const { statusCode } = await app.inject({ url: '/dev/outbox', headers: { host: 'localhost' } });
  expect(statusCode).toBe(404);
  await app.close();
});
