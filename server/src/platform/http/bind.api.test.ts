import { adsApi } from '@app/contract/market/ads';
import { authApi } from '@app/contract/people/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
let anna: Actor;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.user({ paid: true });
});

afterAll(() => world.close());

const inject = (
  method: 'GET' | 'PUT' | 'POST',
  url: string,
  headers: Record<string, string>,
  payload?: string | Buffer,
) => world.app.inject({ method, url, headers: { authorization: `Bearer ${anna.token}`, ...headers }, payload });

const draft = { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 };

test('a key for repeats works with input that nests deeper than anything can be written out', async () => {
  const nested = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' };
  const publish = () => inject('PUT', '/api/boards', headers, `{"unknown":${nested},${JSON.stringify(draft).slice(1)}`);
  const [first, second] = [await publish(), await publish()];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(second.json()).toMatchObject({ board_id: (first.json() as { board_id: number }).board_id });

  const signOut = await inject('POST', '/api/auth/refresh', headers, `{"unknown":${nested}}`);
  expect(signOut.statusCode).toBeLessThan(500);
});

test('the same key with other input, or with a key that is too long, is refused', async () => {
  const call = (key: string, title: string) =>
    world.call(anna, adsApi.create, { body: { ...draft, board_title: title }, headers: { 'idempotency-key': key } });
  expect((await call('boat', 'Лодка')).statusCode).toBe(200);
  expect((await call('boat', 'Плот')).body.code).toBe('idempotency_mismatch');
  expect((await call('x'.repeat(201), 'Лодка')).body.code).toBe('invalid_input');
});

test('a form that breaks off in the middle is refused as an upload that was given up', async () => {
  const whole = `--b\r\nContent-Disposition: form-data; name="board_title"\r\n\r\nЛодка\r\n--b--\r\n`;
  for (const cut of [4, 12, 30]) {
    const response = await inject(
      'PUT',
      '/api/boards',
      { 'content-type': 'multipart/form-data; boundary=b' },
      Buffer.from(whole).subarray(0, -cut),
    );
    expect({ cut, status: response.statusCode, ...response.json() }).toMatchObject({
      status: 400,
      code: 'upload_aborted',
    });
  }
});

test('a form that breaks off in a file without a name is an upload that was given up', async () => {
  const head = 'Content-Disposition: form-data; name="board_photo[]"\r\nContent-Type: application/octet-stream';
  const whole = Buffer.from(`--b\r\n${head}\r\n\r\n${'x'.repeat(200)}\r\n--b--\r\n`);
  for (const cut of [7, 100, 205]) {
    const form = { 'content-type': 'multipart/form-data; boundary=b' };
    const refused = await inject('PUT', '/api/boards', form, whole.subarray(0, -cut));
    expect({ cut, code: refused.json().code }).toEqual({ cut, code: 'upload_aborted' });
  }
});

test('a file without a name is refused unless it is the empty part of an empty input', async () => {
  const send = (field: string, bytes: string) => {
    const head = `Content-Disposition: form-data; name="${field}"\r\nContent-Type: application/octet-stream`;
    const values = Object.entries(draft).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const form = `${values.join('')}--b\r\n${head}\r\n\r\n${bytes}\r\n--b--\r\n`;
    return inject('PUT', '/api/boards', { 'content-type': 'multipart/form-data; boundary=b' }, Buffer.from(form));
  };
  for (const field of ['board_photo[]', 'board_photo_1']) {
    expect((await send(field, '')).statusCode).toBe(200);
    const refused = await send(field, 'bytes');
    expect(refused.json()).toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.stringContaining(field) },
    });
  }
});

test('members of the answer that the contract does not name never leave', async () => {
  const { body } = await world.call(anna, adsApi.create, { body: draft });
  expect(Object.keys(body).filter((name) => !(name in adsApi.create.response.shape))).toEqual([]);
});

test('a call without a form does not take one', async () => {
  const response = await inject(
    'POST',
    '/api/auth',
    { 'content-type': 'multipart/form-data; boundary=b' },
    '--b\r\nContent-Disposition: form-data; name="login"\r\n\r\nanna\r\n--b--\r\n',
  );
  expect({ status: response.statusCode, ...response.json() }).toMatchObject({ status: 415, code: 'unsupported_body' });
});

test('a form of plain values reads like JSON', async () => {
  const response = await inject(
    'PUT',
    '/api/boards',
    { 'content-type': 'application/x-www-form-urlencoded' },
    new URLSearchParams({ ...draft, board_price: '5' }).toString(),
  );
  expect(response.json()).toMatchObject({ board_title: 'Лодка', board_price: 5 });
});

test('refusals speak the language of the request', async () => {
  const messages = await Promise.all(
    ['ru', 'en', 'ko'].map(async (lang) => {
      const { body } = await world.call(null, authApi.login, {
        body: { login: 'nobody', password: 'wrong' },
        headers: { 'accept-language': lang },
      });
      return body.message;
    }),
  );
  expect(new Set(messages).size).toBe(3);
});

test('an address that is no text, or has a part too long, is refused like everything else', async () => {
  for (const url of ['/api/board/%E0%A4%A', `/api/board/${'7'.repeat(300)}`]) {
    const response = await inject('GET', url, { 'accept-language': 'en' });
    expect({ url, status: response.statusCode, body: response.json() }).toEqual({
      url,
      status: 400,
      body: { code: 'invalid_input', message: expect.stringMatching(/[a-z]/i) },
    });
    expect(response.headers['x-request-id']).toBeDefined();
  }
});
