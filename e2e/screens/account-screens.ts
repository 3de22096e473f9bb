import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { latestCode, waitForEmail } from '../support/emails.ts';
import { oneTimeCode } from '../support/one-time-code.ts';
import { createPerson, freshLogin, type Person } from '../support/people.ts';
import { waitUntilHydrated } from '../support/test.ts';
import type { Screen } from './screens.ts';

const REFUSED = /the server responded with a status of (401|403)/;

const namely = async (firstname: string): Promise<Person> => createPerson({ firstname });

async function makeGuarded(): Promise<Person & { secret: string }> {
  const person = await namely('Глеб');
  const { token, password } = person;
  const { secret } = await api<{ secret: string }>('POST', '/api/auth/totp/setup', {
    token,
    json: { current_password: password },
  });
  await api('POST', '/api/auth/totp/confirm', { token, json: { code: oneTimeCode(secret, Date.now()) } });
  return { ...person, secret };
}

async function makePending(): Promise<Person & { fresh: string }> {
  const person = await namely('Прохор');
  const fresh = `${freshLogin()}@example.com`;
  await api('PUT', `/api/users/${person.id}`, {
    token: person.token,
    json: { email: fresh, current_password: person.password },
  });
  return { ...person, fresh };
}

async function makeCompany(): Promise<Person> {
  const person = await namely('Карина');
  const bank = {
    bank_name: 'ПАО Сбербанк',
    bank_account: '40702810638000010045',
    bank_cor: '30101810400000000225',
    bank_bik: '044525225',
    bank_inn: '7707083893',
    bank_kpp: '773601001',
  };
  await api('PUT', `/api/users/${person.id}`, { token: person.token, json: { legal_status: 1, ...bank } });
  return person;
}

/** Names of the maximum length without break opportunities. */
async function makeLongNamed(): Promise<Person> {
  const person = await namely('Ж'.repeat(60));
  const json = { lastname: 'Ю'.repeat(60), position: 'Щ'.repeat(60), description: 'О себе '.repeat(40) };
  await api('PUT', `/api/users/${person.id}`, { token: person.token, json });
  return person;
}

async function makeExported(): Promise<Person> {
  const person = await namely('Эмма');
  const { token, password } = person;
  await api('POST', '/api/users/export', { token, json: { current_password: password } });
  const state = () => api<{ state: string }>('GET', '/api/users/export', { token });
  await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('ready');
  return person;
}

async function takeBackLink(): Promise<string> {
  const { token, email, password, fresh } = await makePending();
  const code = await latestCode(fresh);
  await api('POST', '/api/users/contacts/confirm', {
    token,
    json: { kind: 'email', code, current_password: password },
  });
  const { text } = await waitForEmail(email, '/takeback?token=');
  return `/takeback?token=${/takeback\?token=([\w.-]+)/.exec(text)?.[1]}`;
}

async function pressMenu(page: Page, row: string): Promise<void> {
  const button = page.getByRole('button', { name: /^Действия: / }).first();
  await (await waitUntilHydrated(button)).click();
  await page.getByRole('button', { name: row }).click();
  await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible();
}

async function openPhoto(page: Page): Promise<void> {
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Сменить фото' }))).click();
  await expect(page.getByRole('button', { name: 'Выбрать файл' })).toBeVisible();
}

export async function openCropper(page: Page): Promise<void> {
  await openPhoto(page);
  const icon = await page.request.get('/icon-512.png');
  await page
    .locator('dialog[open] input[type=file]')
    .setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: await icon.body() });
  await expect(page.getByRole('button', { name: 'Сохранить фото' })).toBeEnabled();
}

const steps = (page: Page) => page.getByRole('region', { name: 'Двухэтапный вход' });

async function openSecondStep(page: Page): Promise<void> {
  await (await waitUntilHydrated(steps(page).getByRole('button', { name: 'Включить' }))).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'QR-код для приложения' })).toBeVisible();
}

async function openRecoveryCodes(page: Page): Promise<void> {
  await openSecondStep(page);
  const secret = ((await page.getByRole('dialog').locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Код из приложения').fill(oneTimeCode(secret, Date.now()));
  await page.getByRole('dialog').getByRole('button', { name: 'Включить' }).click();
  await expect(page.getByRole('list', { name: 'Резервные коды' })).toBeVisible();
}

/** Simulates an expired re-authentication. */
async function openProof(page: Page): Promise<void> {
  const code = 'current_password_required';
  await page.route('**/api/auth/totp/setup', (route) =>
    route.fulfill({ status: 403, json: { code, message: 'Нужен пароль' } }),
  );
  await (await waitUntilHydrated(steps(page).getByRole('button', { name: 'Включить' }))).click();
  await expect(page.getByRole('dialog', { name: 'Подтвердите, что это вы' })).toBeVisible();
}

async function enterGuarded(page: Page): Promise<void> {
  const { login, password } = await makeGuarded();
  await page.getByRole('textbox', { name: 'Логин' }).fill(login);
  await page.getByLabel(/^Пароль/).fill(password);
  await page.getByLabel(/^Пароль/).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Подтвердите вход' })).toBeVisible();
}

async function openLeave(page: Page): Promise<void> {
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Удалить аккаунт' }))).click();
  await expect(page.getByRole('dialog').getByLabel(/^Введите свой логин/)).toBeVisible();
}

/** Waits until the service worker controls the page, then goes offline. */
async function goOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.context().setOffline(true);
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { name: 'Нет соединения' })).toBeVisible();
}

export const ACCOUNT_SCREENS: readonly Screen[] = [
  { name: 'circle-sent', isVariant: true, as: 'anna', address: '/circle?tab=requests&sent=1' },
  {
    name: 'person-friend-menu',
    isVariant: true,
    as: 'anna',
    address: ({ friend }) => `/user/${friend}`,
    prepare: async (page) => {
      await (await waitUntilHydrated(page.getByRole('button', { name: 'В вашем круге' }))).click();
      await expect(page.getByRole('button', { name: 'Убрать из круга' })).toBeVisible();
    },
  },
  {
    name: 'person-mute',
    isVariant: true,
    as: 'member',
    address: ({ anna }) => `/user/${anna.id}`,
    prepare: (page) => pressMenu(page, 'Приглушить'),
  },
  {
    name: 'person-block',
    isVariant: true,
    as: 'member',
    address: ({ anna }) => `/user/${anna.id}`,
    prepare: (page) => pressMenu(page, 'Заблокировать'),
  },
  {
    name: 'person-report',
    isVariant: true,
    as: 'member',
    address: ({ anna }) => `/user/${anna.id}`,
    prepare: (page) => pressMenu(page, 'Пожаловаться на пользователя'),
  },
  {
    name: 'person-blocked',
    isVariant: true,
    as: 'member',
    address: async ({ member }) => {
      const { id } = await namely('Борис');
      await api('PUT', `/api/users/block/${id}`, { token: member.token });
      return `/user/${id}`;
    },
  },
  {
    name: 'person-unavailable',
    isVariant: true,
    as: 'member',
    address: async ({ member }) => {
      const { id, token } = await namely('Борис');
      await api('PUT', `/api/users/block/${member.id}`, { token });
      return `/user/${id}`;
    },
    allow: REFUSED,
  },
  {
    name: 'person-gone',
    isVariant: true,
    address: async () => {
      const { id, token, password } = await namely('Ульяна');
      await api('DELETE', `/api/users/${id}`, { token, json: { current_password: password } });
      return `/user/${id}`;
    },
    allow: /the server responded with a status of 410/,
  },
  { name: 'person-long-name', isVariant: true, address: async () => `/user/${(await makeLongNamed()).id}` },
  { name: 'own-site-long-name', isVariant: true, as: makeLongNamed, address: '/profile/site' },
  { name: 'photo', isVariant: true, as: 'member', address: '/profile/site', prepare: openPhoto },
  { name: 'photo-crop', isVariant: true, as: 'member', address: '/profile/site', prepare: openCropper },
  { name: 'settings-pending', isVariant: true, as: makePending, address: '/profile/settings' },
  { name: 'settings-company', isVariant: true, as: makeCompany, address: '/profile/settings' },
  { name: 'take-back', isVariant: true, address: takeBackLink },
  { name: 'take-back-broken', isVariant: true, address: '/takeback?token=nobody' },
  { name: 'security-set-up', isVariant: true, as: 'member', address: '/profile/security', prepare: openSecondStep },
  {
    name: 'security-codes',
    isVariant: true,
    as: () => namely('Тихон'),
    address: '/profile/security',
    prepare: openRecoveryCodes,
  },
  {
    name: 'security-proof',
    isVariant: true,
    as: 'member',
    address: '/profile/security',
    prepare: openProof,
    allow: REFUSED,
  },
  { name: 'second-step', isVariant: true, address: '/auth', prepare: enterGuarded, allow: REFUSED },
  { name: 'data-ready', isVariant: true, as: makeExported, address: '/profile/data' },
  { name: 'data-leave', isVariant: true, as: 'member', address: '/profile/data', prepare: openLeave },
  {
    name: 'invitations-empty',
    isVariant: true,
    as: 'member',
    address: ({ member }) => `/user/invite_history/${member.id}`,
  },
  { name: 'notifications-full', isVariant: true, as: 'anna', address: '/notifications' },
  { name: 'seller-settings', isVariant: true, as: 'subscriber', address: '/profile/seller' },
  { name: 'seller-feed', isVariant: true, as: 'subscriber', address: '/profile/seller/feed' },
  {
    name: 'notification-settings-push',
    isVariant: true,
    as: 'member',
    address: '/profile/notifications',
    permissions: ['notifications'],
    // A headless browser denies the permission without asking.
    prepare: (page) =>
      expect(
        page.getByRole('button', { name: 'Включить' }).or(page.getByText('Браузер запрещает уведомления')),
      ).toBeVisible(),
  },
  {
    name: 'offline',
    as: 'member',
    address: '/',
    prepare: goOffline,
    isPlain: true,
    allow: /status of 503|503 of GET/,
  },
];
