import { expect, type Page } from '@playwright/test';
import { oneTimeCode } from '../support/one-time-code.ts';
import { startOwnProduct } from '../support/own-product.ts';
import { ADMIN } from '../support/product.ts';
import { LONG, test, waitForHydration, waitUntilHydrated } from '../support/test.ts';

// Needs the full browser for `beforeunload` dialogs.
test.use({ wholeBrowser: true });
test.slow();

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await waitForHydration(page);
  await page.getByRole('textbox', { name: 'Логин' }).fill(ADMIN.login);
  await page.getByLabel(/^Пароль/).fill(ADMIN.password);
  await page.getByLabel(/^Пароль/).press('Enter');
  await expect(page).not.toHaveURL(/\/auth/);
}

/** All that the browser holds for the site, but for its cookies and the files of the build. */
const readKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const files: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, files]);
  });

test(
  'where the operator wants so, cookies belong to this host alone and the browser keeps nothing that was written',
  {
    tag: LONG,
  },
  async ({ page, visitor, watch }, testInfo) => {
    watch.allow(/net::ERR_FAILED|Failed to load resource/);
    await using product = await startOwnProduct(page, testInfo.outputPath('product.log'), (url) => ({
      // As behind a proxy that speaks HTTPS; browsers take this machine for safe.
      PUBLIC_URL: url.replace('http:', 'https:'),
      COOKIE_NAMES: 'host',
      BROWSER_STORAGE: 'none',
      RENEW_SESSIONS: 'on',
    }));
    await signIn(page, product.url);
    await expect
      .poll(async () => (await page.context().cookies()).map(({ name }) => name).sort())
      .toContain('__Host-tz');
    for (const cookie of await page.context().cookies())
      expect(cookie).toMatchObject({ name: expect.stringMatching(/^__Host-/), path: '/' });

    // The scripts find the value that writes have to show.
    await page.goto(`${product.url}/profile/settings`);
    await waitForHydration(page);
    const answer = await page.evaluate(async () => {
      const csrf = /__Host-csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const send = (token: string) =>
        fetch('/api/users', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrftoken': token },
          body: JSON.stringify({
            firstname: 'Олег',
            lastname: 'Проверкин',
            login: 'reader',
            email: 'reader@example.com',
            phone: '0001234567',
            country_code: '7',
            password: 'соседи-рядом-7',
            city_id: null,
          }),
        });
      const refused = await send('another');
      const made = await send(csrf);
      return { refused: refused.status, made: made.status, id: ((await made.json()) as { id: number }).id };
    });
    expect(answer).toMatchObject({ refused: 403, made: 200 });

    await page.goto(`${product.url}/conversation/${answer.id}`);
    await waitForHydration(page);
    const field = page.getByRole('textbox', { name: 'Сообщение', exact: true });
    const talk = page.getByRole('log');
    await field.fill('Дойдёт');
    await page.getByRole('button', { name: 'Отправить', exact: true }).click();
    await expect(talk.getByText('Дойдёт')).toBeVisible();
    await page.route(`**/api/chat/${answer.id}`, (route) =>
      route.request().method() === 'PUT' ? route.abort('failed') : route.continue(),
    );
    await field.fill('Не дойдёт');
    await page.getByRole('button', { name: 'Отправить', exact: true }).click();
    await expect(talk.getByText('Не дойдёт')).toBeVisible();
    await field.fill('Черновик');
    await expect(page.getByText('Этот браузер не сохраняет неотправленные сообщения').first()).toBeVisible();
    const kept = await readKept(page);
    expect(kept).not.toMatch(/дойдёт|Черновик|okolo-chat-|okolo-posts-|okolo-uploads/i);

    const asked = page.waitForEvent('dialog');
    const reloading = page.reload();
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.accept();
    await reloading;
    await waitForHydration(page);
    await expect(talk.getByText('Дойдёт')).toBeVisible();
    await expect(talk.getByText('Не дойдёт')).toHaveCount(0);

    const newcomer = await visitor();
    await newcomer.goto(`${product.url}/register?friend_id=0`);
    await (await waitUntilHydrated(newcomer.getByRole('button', { name: 'Принимаю', exact: true }))).click();
    await newcomer.getByLabel(/^Имя/).fill('Секретарина');
    await expect.poll(() => newcomer.evaluate(() => sessionStorage.getItem('registration'))).toContain('Секретарина');
    expect(await readKept(newcomer)).not.toContain('Секретарина');
  },
);

test(
  'where everybody needs a second factor, signing in leads to setting one up, and then everywhere',
  { tag: LONG },
  async ({ page, picture, watch }, testInfo) => {
    watch.allow(/the server responded with a status of 401/);
    await using product = await startOwnProduct(page, testInfo.outputPath('product.log'), () => ({
      SECOND_FACTOR: 'required',
    }));
    await signIn(page, product.url);
    await expect(page).toHaveURL(/\/profile\/security$/);
    await expect(page.getByRole('alert').filter({ hasText: 'Чтобы пользоваться сайтом' })).toBeVisible();
    await picture('second-factor-required');
    await page.goto(`${product.url}/`);
    await expect(page).toHaveURL(/\/profile\/security$/);
    // The router of an open page is led back too.
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Около' }).first().click();
    await expect(page).toHaveURL(/\/profile\/security$/);

    const steps = page.getByRole('region', { name: 'Двухэтапный вход' });
    await (await waitUntilHydrated(steps.getByRole('button', { name: 'Включить' }))).click();
    const dialog = page.getByRole('dialog', { name: 'Настройка двухэтапного входа' });
    await expect(dialog.getByRole('img', { name: 'QR-код для приложения' })).toBeVisible();
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await dialog.getByLabel('Код из приложения').fill(oneTimeCode(secret, Date.now()));
    await dialog.getByRole('button', { name: 'Включить' }).click();
    const codes = page.getByRole('dialog', { name: 'Резервные коды' });
    await codes.getByLabel('Коды сохранены в надёжном месте').check();
    await codes.getByRole('button', { name: 'Готово' }).click();
    await page.getByRole('status').getByRole('link', { name: 'Продолжить' }).click();
    await expect(page).toHaveURL(`${product.url}/`);
  },
);
