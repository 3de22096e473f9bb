import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { oneTimeCode } from '../support/one-time-code.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test, waitForHydration, waitUntilHydrated } from '../support/test.ts';

// Needs a virtual authenticator.
test.use({ wholeBrowser: true });

const STEP_MS = 30_000;

const section = (page: Page, name: string) => page.getByRole('region', { name });
/** Virtual authenticator that stores passkeys and confirms automatically. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function enterPassword(page: Page, { login, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Логин' }).fill(login);
  await page.getByLabel(/^Пароль/).fill(password);
  await page.getByLabel(/^Пароль/).press('Enter');
}

test('a passkey is added on the security page and signs in without login and password', async ({ page, context }) => {
  // Disables conditional mediation, which would sign in before the button is pressed.
  await context.addInitScript(() => {
    if ('PublicKeyCredential' in window) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await plugInAuthenticator(page);
  const person = await createPerson();
  await signIn(context, person);
  await open(page, '/profile/security');
  const passkeys = section(page, 'Ключи доступа');
  await (await waitUntilHydrated(passkeys.getByRole('button', { name: 'Добавить ключ доступа' }))).click();
  await expect(page.getByText('Ключ доступа добавлен').first()).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  // Leaves the page, whose pending requests would be sent without a session.
  await page.goto('about:blank');
  await context.clearCookies();
  await open(page, '/auth?next=/profile/security');
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Войти с ключом доступа' }))).click();
  await expect(page).toHaveURL(/\/profile\/security$/);
  await expect(section(page, 'Устройства').getByText('С ключом доступа')).toBeVisible();
  await expect(section(page, 'Ключи доступа').getByText(/^Последний вход/)).toBeVisible();
});

test('the browser offers a passkey beside the login field, and picking it signs in', { tag: LONG }, async ({
  page,
  context,
}) => {
  await plugInAuthenticator(page);
  const person = await createPerson();
  await signIn(context, person);
  await open(page, '/profile/security');
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Добавить ключ доступа' }))).click();
  await expect(page.getByText('Ключ доступа добавлен').first()).toBeVisible();
  await page.goto('about:blank');
  await context.clearCookies();
  // The virtual authenticator accepts the first offer at once.
  await page.goto('/auth?next=/profile/security');
  await expect(section(page, 'Устройства').getByText('С ключом доступа')).toBeVisible();
});

test('the second step is set up with an app, and sign-in asks for its code', { tag: LONG }, async ({
  page,
  context,
  visitor,
  watch,
}) => {
  watch.allow(/the server responded with a status of (401|403)/);
  const person = await createPerson();
  await signIn(context, person);
  await open(page, '/profile/security');
  const steps = section(page, 'Двухэтапный вход');
  await (await waitUntilHydrated(steps.getByRole('button', { name: 'Включить' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Настройка двухэтапного входа' });
  await expect(dialog.getByRole('img', { name: 'QR-код для приложения' })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const now = Date.now();
  await dialog.getByLabel('Код из приложения').fill(oneTimeCode(secret, now));
  await dialog.getByRole('button', { name: 'Включить' }).click();

  const codesDialog = page.getByRole('dialog', { name: 'Резервные коды' });
  const codes = codesDialog.getByRole('list', { name: 'Резервные коды' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(codesDialog.getByRole('button', { name: 'Готово' })).toBeDisabled();
  await codesDialog.getByLabel('Коды сохранены в надёжном месте').check();
  await codesDialog.getByRole('button', { name: 'Готово' }).click();
  await expect(steps.getByText('Включено', { exact: true })).toBeVisible();
  await expect(steps.getByText('Осталось 10 резервных кодов из 10')).toBeVisible();

  const elsewhere = await visitor();
  await open(elsewhere, '/auth?next=/profile/complaints');
  await enterPassword(elsewhere, person);
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Подтвердите вход' })).toBeVisible();
  // A code can be used once; the code of the next time step is accepted already.
  await elsewhere.getByLabel('Код из приложения').fill(oneTimeCode(secret, now + STEP_MS));
  await expect(elsewhere).toHaveURL(/\/profile\/complaints$/);
  const again = await visitor();
  await open(again, '/auth');
  await enterPassword(again, person);
  await again.getByRole('button', { name: 'Использовать резервный код' }).click();
  await again.getByLabel('Резервный код').fill(recovery.toLowerCase());
  await again.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(again).toHaveURL(/\/$/);
  await open(again, '/profile/security');
  await expect(section(again, 'Двухэтапный вход').getByText('Осталось 9 резервных кодов из 10')).toBeVisible();
});

test('a session ended on another device shows sign-in there, and comes back to where it was', { tag: LONG }, async ({
  page,
  context,
  visitor,
  watch,
}) => {
  watch.allow(/the server responded with a status of (401|403)/);
  const person = await createPerson();
  await signIn(context, person);
  const elsewhere = await visitor();
  await signIn(elsewhere.context(), person);
  await open(elsewhere, '/profile/complaints');
  await open(page, '/profile/security');
  const devices = section(page, 'Устройства');
  await (await waitUntilHydrated(devices.getByRole('button', { name: 'Завершить на всех остальных' }))).click();
  const question = page.getByRole('dialog', { name: 'Завершить вход на остальных устройствах?' });
  await question.getByRole('button', { name: 'Завершить' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(elsewhere).toHaveURL(/\/auth\?next=%2Fprofile%2Fcomplaints$/);
  await waitForHydration(elsewhere);
  await enterPassword(elsewhere, person);
  await expect(elsewhere).toHaveURL(/\/profile\/complaints$/);
});

test('every page has its frame, whatever its address looks like', async ({ page, context }) => {
  await signIn(context, await createPerson());
  for (const [address, status] of [
    ['/?text=.data?&_routes=none', 200],
    ['/none.data/?_routes=none', 404],
    ['/_.data?_routes=', 200],
    ['/_.data?_routes=root', 200],
    ['/_.data?_json=&_routes=', 200],
  ] as const)
    expect((await page.request.get(address)).status(), address).toBe(status);
});

test('the data of a page leads who has no session back to the page', async ({ page }) => {
  const routes = encodeURIComponent('messaging/chat/conversation-page');
  const answer = await page.request.get(`/conversation/7.data?_json=&ad=3&_routes=${routes}`);
  expect(await answer.text()).toContain(`"/auth?next=${encodeURIComponent('/conversation/7?ad=3')}"`);
});
