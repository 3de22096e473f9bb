import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxChoice } from '../payments/payment-tills.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../world.ts';
import { createOutsideClient, type OutsideClient, type Received, type Sent, type Spelling } from './outside-client.ts';
import { SHAPES } from './spec-shapes.ts';

let world: World;
let client: OutsideClient;
let silent: Actor;

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
  silent = await world.user({ email: '' });
});

afterAll(() => world.close());

const PAY = '/api/payments/subscribe/pay';
const AD = { board_title: 'Лодка', board_description: 'Вёсла в подарок' };

const addressOf = ({ body }: Received): URL => new URL(body as unknown as string);
const profile = async ({ id }: Actor, as: Actor | null) =>
  (await client.succeed('GET', `/api/users/${id}`, { as })).body;
const payedOf = async (who: Actor) => (await profile(who, who)).payed;

async function payAt(address: URL): Promise<string> {
  const id = address.pathname.split('/').at(-1) ?? '';
  return String((await sandboxChoice(world, id, 'pay_lost')).headers.location);
}

describe('PUT payments/subscribe/pay', () => {
  test.each<Spelling>(['json', 'urlencoded'])(
    '{user_id} as %s answers the address that the browser goes to',
    async (spelling) => {
      const anna = await world.user();
      const answer = await client.succeed('PUT', PAY, { as: anna, body: { user_id: String(anna.id) }, spelling });
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(addressOf(answer).protocol).toMatch(/^https?:$/);
      expect(addressOf(await client.succeed('PUT', PAY, { as: anna, body: { user_id: anna.id }, spelling })).href).toBe(
        addressOf(answer).href,
      );
    },
  );

  test.each([
    ['somebody else’s', (other: Actor): Sent['body'] => ({ user_id: other.id })],
    ['nobody’s', (): Sent['body'] => ({ user_id: 'undefined' })],
    ['null', (): Sent['body'] => ({ user_id: null })],
    ['empty', (): Sent['body'] => ({ user_id: '' })],
    ['absent', (): Sent['body'] => ({})],
  ])('pays for whoever is signed in when user_id is %s', async (_, body) => {
    const [anna, igor] = [await world.user(), await world.user()];
    const back = await payAt(addressOf(await client.succeed('PUT', PAY, { as: anna, body: body(igor) })));
    expect(new URL(back).pathname).toBe(`/subscribe/payed/${anna.id}`);
    expect((await client.succeed('PUT', `/api/users/${anna.id}`, { as: anna, body: { payed: 1 } })).body.payed).toBe(1);
    expect(await payedOf(igor)).toBe(0);
  });

  test('needs a session, a browser’s proof, and an address for the receipt', async () => {
    const anna = await world.user();
    await client.refused('PUT', PAY, { body: { user_id: anna.id } }, 401, 'unauthorized');
    await client.refused('PUT', PAY, { as: anna, by: 'forged browser', body: { user_id: anna.id } }, 403, 'csrf');
    await client.refused('PUT', PAY, { as: silent, body: { user_id: silent.id } }, 400, 'email_required');
    const { headers } = await client.refused('POST', PAY, { as: anna, body: {} }, 405, 'method_not_allowed');
    expect(headers.get('allow')).toBe('PUT');
  });
});

describe('payed', () => {
  test.each<Spelling>(['json', 'urlencoded', 'multipart'])(
    'PUT users/{id} {payed: 1} as %s is not believed, and answers the truth',
    async (spelling) => {
      const anna = await world.user();
      const claim = { payed: 1, virtualpay: 1_000_000, bonus: 500, rating: 5, is_superuser: true, groups: 'admin' };
      const { body } = await client.succeed('PUT', `/api/users/${anna.id}`, { as: anna, body: claim, spelling });
      expect(body).toMatchObject({ payed: 0, virtualpay: 0, bonus: 0, rating: null, is_superuser: false, groups: [] });
    },
  );

  test('opens ads once the provider says so: in the profile, in the session and where ads are made', async () => {
    const anna = await world.user();
    const signIn = async () =>
      (await client.succeed('POST', '/api/auth', { body: { login: anna.login, password: PASSWORD } })).body.user_payed;
    await client.refused('PUT', '/api/boards', { as: anna, body: AD }, 402, 'subscription_required');
    expect([await payedOf(anna), await signIn()]).toEqual([0, 0]);

    const address = addressOf(await client.succeed('PUT', PAY, { as: anna, body: { user_id: anna.id } }));
    expect(await payedOf(anna)).toBe(0);
    await payAt(address);
    const paid = await client.succeed('PUT', `/api/users/${anna.id}`, { as: anna, body: { payed: 1 } });
    const { friendship: _, ...shape } = SHAPES.user;
    expect(paid.body).toMatchObject({ ...shape, payed: 1, virtualpay: 0, bonus: 0 });
    expect([await payedOf(anna), await signIn()]).toEqual([1, 1]);
    await client.succeed('PUT', '/api/boards', { as: anna, body: AD });
    const { body } = await client.succeed('PUT', `/api/users/${anna.id}`, { as: anna, body: { payed: 0 } });
    expect(body.payed).toBe(1);
  });

  test('what somebody holds is told to nobody else', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    expect(await profile(anna, anna)).toMatchObject({ virtualpay: 0, bonus: 0, referral: expect.any(String) });
    for (const as of [igor, null])
      for (const field of ['virtualpay', 'bonus', 'payed_until', 'bank', 'login'])
        expect(await profile(anna, as)).not.toHaveProperty(field);
  });
});

describe('/mobile/pay/{user_id}', () => {
  const open = (id: number | string) => world.app.inject({ url: `/mobile/pay/${id}` });

  test('starts a payment for that person and leads the browser there, and signs nobody in', async () => {
    const anna = await world.user();
    const answer = await open(anna.id);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([302, undefined]);
    const back = await payAt(new URL(String(answer.headers.location)));
    expect(new URL(back).pathname).toBe(`/subscribe/payed/${anna.id}`);
    expect((await client.succeed('PUT', `/api/users/${anna.id}`, { as: anna, body: { payed: 1 } })).body.payed).toBe(1);
  });

  test('leads to the page of the subscription where the payment cannot start yet', async () => {
    const { statusCode, headers } = await open(silent.id);
    expect([statusCode, headers.location]).toEqual([302, `/subscribe/pay/${silent.id}`]);
  });

  test('leads home for nobody', async () => {
    for (const id of [99_999_999, 0, 'me']) {
      const { statusCode, headers } = await open(id);
      expect([statusCode, headers.location]).toEqual([302, '/']);
    }
  });
});

describe('POST users/referral', () => {
  test.each<Spelling>(['json', 'urlencoded'])('{user_referral} as %s answers user_id and user', async (spelling) => {
    const anna = await world.user({ firstname: 'Анна', lastname: 'Шевченко' });
    const code = String((await profile(anna, anna)).referral);
    for (const path of ['users', 'user']) {
      const sent: Sent = { body: { user_referral: ` ${code.toLowerCase()} ` }, spelling };
      expect((await client.succeed('POST', `/api/${path}/referral`, sent)).body).toMatchObject({
        user_id: anna.id,
        user: { id: anna.id, firstname: 'Анна', lastname: 'Шевченко', photo: null },
      });
    }
  });

  test('an empty code is refused in the specification’s words, an unknown one is not found', async () => {
    const ask = (user_referral: string, status: number, code: string) =>
      client.refused('POST', '/api/users/referral', { body: { user_referral } }, status, code);
    expect((await ask('', 400, 'invalid_input')).body.message).toBe('Введите, пожалуйста, реферальный код');
    await ask('NETTAKOGO', 404, 'referral_unknown');
  });
});
