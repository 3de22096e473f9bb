import { authApi, type Registration } from '@app/contract/people/auth';
import { expect } from 'vitest';
import { codeTo } from './emails.ts';
import { PASSWORD, type TestCall, type World } from './world.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

type FormChange = Partial<Record<keyof Registration, unknown>>;
type LoginCall = TestCall<typeof authApi.login>;

let newcomers = 0;

export function registration(change: FormChange = {}): Registration {
  newcomers += 1;
  return {
    user_lastname: 'Петрова',
    user_firstname: 'Анна',
    user_phone: `7926${1_000_000 + newcomers}`,
    user_country_code: '7',
    user_country_iso: 'RU',
    user_login: `newcomer${newcomers}`,
    user_email: `newcomer${newcomers}@example.com`,
    user_password: PASSWORD,
    ...change,
  } as Registration;
}

export function createSignInHelpers(world: () => World) {
  const signUp = (form: Registration, headers?: Record<string, string>) =>
    world().call(null, authApi.signup, { body: form, headers });
  const signIn = (login: string, password = PASSWORD, headers?: LoginCall['headers']) =>
    world().call(null, authApi.login, { body: { login, password }, headers });
  const checkCode = (user_id: number, sms_code: string) =>
    world().call(null, authApi.checkCode, { body: { user_id, sms_code } });

  async function register(change: FormChange = {}) {
    const form = registration(change);
    const answer = await signUp(form);
    expect(answer.body).toMatchObject({ resend_after: 60 });
    return { ...form, id: answer.body.user_id };
  }

  async function registerActivated() {
    const person = await register();
    const { body } = await checkCode(person.id, await codeTo(world(), person.user_email));
    const confirmed = await world().call(null, authApi.confirm, { body: { user_id: person.id, grant: body.grant } });
    expect(confirmed.statusCode).toBe(200);
    return person;
  }

  const statusOf = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await world().app.inject({ method: 'GET', url: '/api/users', headers })).statusCode;
  };

  return { signUp, signIn, checkCode, register, registerActivated, statusOf };
}

export const many = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

export function countBy(answers: readonly { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

export function createShiftedClock() {
  let shiftMs = 0;
  return {
    clock: () => new Date(Date.now() + shiftMs),
    later: (ms: number): void => {
      shiftMs += ms;
    },
  };
}
