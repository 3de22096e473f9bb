import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { adsApi } from '@app/contract/market/ads';
import { chatApi } from '@app/contract/messaging/chat';
import { authApi } from '@app/contract/people/auth';
import { securityApi } from '@app/contract/people/security';
import { usersApi } from '@app/contract/people/users';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FfmpegError } from '../../src/files/media/ffmpeg.public.ts';
import { listJobs } from '../../src/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { startWorkers } from '../../src/platform/queue/workers.ts';
import { codeTo } from '../emails.ts';
import { registration } from '../newcomers.ts';
import { createWorld, PASSWORD, type World } from '../world.ts';

const ADDRESS = 'chizh@canary.example';
const WORDS = 'Чижик-пыжик, где ты был';
const PHONE = '79265550177';

let log = '';
let server: SMTPServer;
let world: World;
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      callback(Object.assign(new Error(`<${address}>: no such person`), { responseCode: 550 }));
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  world = await createWorld({
    environment: {
      LOG_LEVEL: 'trace',
      SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    },
    logTo: {
      write(line) {
        log += line;
      },
    },
  });
});
afterAll(async () => {
  await world.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

const logged = (words: readonly string[]): string[] =>
  words.filter((word) => log.toLowerCase().includes(word.toLowerCase()));

test('signing up, signing in, second factors, messages and ads leave no secret and no word in the log', async () => {
  const form = registration({ user_email: ADDRESS, user_phone: PHONE, user_login: 'chizhik' });
  const { user_id } = (await world.call(null, authApi.signup, { body: form })).body;
  const code = await codeTo(world, ADDRESS);
  const { grant } = (await world.call(null, authApi.checkCode, { body: { user_id, sms_code: code } })).body;
  await world.call(null, authApi.confirm, { body: { user_id, grant } });
  await world.call(null, authApi.login, { body: { login: ADDRESS, password: `${PASSWORD}-wrong` } });
  const { token } = (await world.call(null, authApi.login, { body: { login: ADDRESS, password: PASSWORD } })).body;
  const person = { id: user_id, login: 'chizhik', token };
  const other = await world.user({ paid: true });

  const { secret } = (await world.call(person, securityApi.setUpTotp, { body: { current_password: PASSWORD } })).body;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { codes = [] } = (await world.call(person, securityApi.confirmTotp, { body: { code: totp } })).body;
  expect(codes).toHaveLength(10);
  await world.call(other, chatApi.send, { params: { id: user_id }, body: { content: WORDS } });
  await world.call(other, adsApi.create, {
    body: { board_title: WORDS, board_description: WORDS, board_price: 1 },
  });
  await world.call(other, usersApi.change, { params: { id: other.id }, body: { email: 'novyj.chizh@canary.example' } });

  expect(log).toContain('"msg":"request"');
  const secrets = [PASSWORD, code, grant, token, other.token, secret, totp, ...codes];
  expect(logged([...secrets.map(String), ADDRESS, 'novyj.chizh', WORDS, PHONE.slice(1)])).toEqual([]);
});

test('an address that takes no mail is not in the entry of the failed job', async () => {
  const { services } = world;
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(services.db);
  const workers = await startWorkers(services, listJobs(), { concurrency: 1 });
  await expect.poll(() => log).toContain('a job failed and will be tried again');
  await workers.stop();
  const failed = log.split('\n').find((line) => line.includes('a job failed and will be tried again')) ?? '{}';
  expect(JSON.parse(failed)).toMatchObject({ job: 'send-email', err: { responseCode: 550, code: 'EENVELOPE' } });
  expect(logged(['canary.example', '@example.com'])).toEqual([]);
});

test('a row that the database refuses is logged by its table and constraint, not by what it holds', async () => {
  const [anna, boris] = await Promise.all([world.user(), world.user()]);
  await sql`alter table messages add constraint canary check (content not like 'Чижик%') not valid`.execute(
    world.services.db,
  );
  const refused = await world.call(anna, chatApi.send, { params: { id: boris.id }, body: { content: WORDS } });
  expect(refused.statusCode).toBe(500);
  const failed = log.split('\n').find((line) => line.includes('"constraint":"canary"')) ?? '{}';
  expect(JSON.parse(failed)).toMatchObject({ msg: 'request failed', err: { table: 'messages', code: '23514' } });
  expect(logged([WORDS])).toEqual([]);
});

test.each([
  ['a value that is no number', () => sql`select ${'Чижик-1'}::text::int`.execute(world.services.db)],
  ['a text that is no JSON', () => Promise.resolve().then(() => JSON.parse('Чижик-2'))],
  ['a cause', () => Promise.reject(new Error('outer', { cause: new Error('to chizh@canary.example') }))],
  ['several errors', () => Promise.reject(new AggregateError([new Error('for +79265550177')], 'all of'))],
  [
    'members of an error',
    () => Promise.reject(Object.assign(new Error('no'), { input: 'Чижик-3', rejected: ['a@b'] })),
  ],
])('an error that quotes %s is logged without it, and with its stack', async (_case, fail) => {
  const entries: string[] = [];
  const own = createLog('error', { write: (line) => entries.push(line) });
  await fail().catch((err: unknown) => own.error({ err }, 'failed'));
  expect(entries[0]).not.toMatch(/Чижик|canary|9265550177|a@b/);
  expect(JSON.parse(entries[0] ?? '{}')).toMatchObject({
    msg: 'failed',
    err: { stack: expect.stringContaining('    at ') },
  });
});

test('what ffmpeg says is logged without the titles of the file', () => {
  const output = "Input #0, mov, from 'x':\n  Metadata:\n    title           : Чижик\nInvalid data found";
  expect(new FfmpegError('failed', output).said).toBe("Input #0, mov, from 'x':\nInvalid data found");
});
