import { randomInt } from 'node:crypto';
import { type BrowserContext, expect } from '@playwright/test';
import { api } from './api.ts';
import { ADMIN, productUrl } from './product.ts';
import { recordSecret } from './secrets.ts';

export interface Person {
  id: number;
  login: string;
  password: string;
  email: string;
  firstname: string;
  lastname: string;
  token: string;
}

const PASSWORD = 'соседи-рядом-7';

/** A unique login, because all tests share one server. */
export function freshLogin(): string {
  return `guest${Date.now().toString(36)}${randomInt(1_000_000).toString(36)}`;
}

let lastPhone = randomInt(10_000_000);

/**
 * A unique phone number; none begins with 000. Numbers are sequential, because random ones collide at about a thousand
 * users.
 */
export function freshPhone(): string {
  lastPhone = (lastPhone + 1) % 10_000_000;
  return `000${String(lastPhone).padStart(7, '0')}`;
}

let adminToken: Promise<string> | undefined;

async function signInByApi(login: string, password: string): Promise<string> {
  const { token } = await api<{ token: string }>('POST', '/api/auth', { json: { login, password } });
  recordSecret(token);
  return token;
}

interface NewPerson {
  paid?: boolean;
  firstname?: string;
  /** Id of a city. */
  city?: number;
}

export async function createPerson({ paid = false, firstname = 'Вера', city }: NewPerson = {}): Promise<Person> {
  adminToken ??= signInByApi(ADMIN.login, ADMIN.password);
  const login = freshLogin();
  const email = `${login}@example.com`;
  const lastname = 'Проверкина';
  const { id } = await api<{ id: number }>('POST', '/api/users', {
    token: await adminToken,
    json: {
      firstname,
      lastname,
      login,
      email,
      phone: freshPhone(),
      country_code: '7',
      password: PASSWORD,
      city_id: city ?? null,
    },
  });
  const token = await signInByApi(login, PASSWORD);
  const person = { id, login, password: PASSWORD, email, firstname, lastname, token };
  if (paid) await subscribe(person);
  return person;
}

export async function payOnSandbox(page: string): Promise<void> {
  const html = await (await fetch(page)).text();
  const formToken = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';
  await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token: formToken, action: 'pay' }),
  });
}

async function subscribe({ id, token }: Person): Promise<void> {
  await payOnSandbox(await api<string>('PUT', '/api/payments/subscribe/pay', { token, json: { method: 'bank_card' } }));
  const callPage = () => api<{ payed: number }>('PUT', `/api/users/${id}`, { token, json: { payed: 1 } });
  await expect.poll(async () => (await callPage()).payed).toBe(1);
}

export async function signIn(context: BrowserContext, person: Pick<Person, 'login' | 'password'>): Promise<void> {
  const { login, password } = person;
  const answer = await context.request.post(`${await productUrl()}/api/auth`, { data: { login, password } });
  if (!answer.ok()) throw new Error(`Signing in as ${login}: ${answer.status()} ${await answer.text()}`);
  recordSecret(((await answer.json()) as { token: string }).token);
}
