import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { findViolations } from '../support/axe.ts';
import { createPerson, signIn } from '../support/people.ts';
import { productUrl } from '../support/product.ts';
import { LONG, open, test, waitUntilHydrated } from '../support/test.ts';

// Needs cameras and microphones.
test.use({ wholeBrowser: true });

const DEVICES = { permissions: ['camera', 'microphone'] };

async function accessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page)).toEqual([]);
  }
}

async function plays(page: Page): Promise<void> {
  const video = page.getByLabel(/^Видео эфира/);
  const at = (): Promise<number> =>
    video.evaluate((one: HTMLVideoElement) => (one.videoWidth > 0 ? one.currentTime : 0));
  await expect.poll(at).toBeGreaterThan(0);
  const before = await at();
  await expect.poll(at).toBeGreaterThan(before);
}

test('a stream is begun, watched, talked about, and ends when its maker leaves', async ({
  page,
  visitor,
  isMobile,
}) => {
  const [timur, maria] = [await createPerson({ firstname: 'Тимур' }), await createPerson({ firstname: 'Мария' })];
  const marias = await visitor({ ...DEVICES, ...(isMobile && { viewport: { width: 390, height: 844 } }) });
  await page.context().grantPermissions(DEVICES.permissions);
  await signIn(page.context(), timur);
  await signIn(marias.context(), maria);

  await open(page, `/user/${timur.id}/streams`);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Начать эфир' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Новый эфир' });
  await expect(dialog.locator('video')).toBeVisible();
  const theme = `Собираем трек с нуля ${timur.id}`;
  await dialog.getByRole('textbox', { name: 'Тема' }).fill(theme);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Начать эфир' }).click();
  await expect(page.getByRole('heading', { level: 1, name: theme })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('В эфире', { exact: true }).first()).toBeVisible();

  await open(marias, `/user/${maria.id}/streams`);
  await marias.getByRole('link', { name: theme }).click();
  await plays(marias);
  await accessible(marias);
  const field = await waitUntilHydrated(marias.getByRole('textbox', { name: 'Сообщение в чат эфира' }));
  // On a phone the line stands over the bar below, and the chat over the picture.
  await marias.setViewportSize({ width: 390, height: 844 });
  await expect(field).toBeInViewport({ ratio: 1 });
  const [chat, video] = [marias.getByRole('complementary', { name: 'Чат эфира' }), marias.getByLabel(/^Видео эфира/)];
  const [over, under] = [await chat.boundingBox(), await video.boundingBox()];
  expect(over?.y).toBeLessThan((under?.y ?? 0) + (under?.height ?? 0) - 100);
  await field.fill('Слышно хорошо');
  await field.press('Enter');
  const log = page.getByRole('log', { name: 'Сообщения эфира' });
  await expect(log.getByText('Слышно хорошо')).toBeVisible();
  // Reactions are sent after a second, so the test waits before the stream ends.
  const reacted = marias.waitForResponse(/\/reactions$/);
  await marias.getByRole('button', { name: 'Сердце' }).click();
  expect((await reacted).ok()).toBe(true);

  await log.getByRole('button', { name: 'Действия: Мария' }).click();
  await page.getByRole('button', { name: 'Запретить писать' }).click();
  await expect(marias.getByText('Ведущий закрыл для вас чат этого эфира')).toBeVisible();

  await page.getByRole('link', { name: 'Тимур Проверкина' }).click();
  const question = page.getByRole('dialog', { name: 'Завершить эфир?' });
  await question.getByRole('button', { name: 'Завершить' }).click();
  await expect(page).toHaveURL(`/user/${timur.id}`);
  await expect(marias).toHaveURL(`/user/${maria.id}/streams`);
  await expect(marias.getByText('Эфир завершён')).toBeVisible();
  await open(marias, `/user/${timur.id}/streams`);
  await expect(marias.getByRole('link', { name: theme })).toHaveCount(0);
});

test('a recorded stream is rewound while it is live, saved, and its chat goes with the video', { tag: LONG }, async ({
  page,
  visitor,
  isMobile,
}) => {
  test.slow();
  const timur = await createPerson({ firstname: 'Тимур', paid: true });
  const guest = await visitor(isMobile ? { viewport: { width: 390, height: 844 } } : {});
  await page.context().grantPermissions(DEVICES.permissions);
  await signIn(page.context(), timur);

  await open(page, `/user/${timur.id}/streams`);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Начать эфир' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Новый эфир' });
  await expect(dialog.locator('video')).toBeVisible();
  const theme = `Печём хлеб ${timur.id}`;
  await dialog.getByRole('textbox', { name: 'Тема' }).fill(theme);
  await dialog.getByRole('switch', { name: 'Записать эфир' }).press('Space');
  await dialog.getByRole('button', { name: 'Начать эфир' }).click();
  await expect(page.getByRole('heading', { level: 1, name: theme })).toBeVisible();
  await expect(page.getByRole('main').getByText('В эфире', { exact: true }).first()).toBeVisible();

  // A guest has no join token for the room and watches the growing recording.
  await open(guest, new URL(page.url()).pathname);
  await plays(guest);
  // A member whose browser has no WebRTC watches it as well, and streams from a program only.
  const anna = await createPerson({ firstname: 'Анна' });
  const annas = await visitor();
  await annas.addInitScript(() => void Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
  await signIn(annas.context(), anna);
  await open(annas, new URL(page.url()).pathname);
  await plays(annas);
  await open(annas, `/user/${anna.id}/streams`);
  await (await waitUntilHydrated(annas.getByRole('button', { name: 'Начать эфир' }))).click();
  const fromProgram = annas.getByRole('dialog', { name: 'Новый эфир' });
  await expect(fromProgram.getByText('В этом браузере нет WebRTC')).toBeVisible();
  await expect(fromProgram.getByRole('radio')).toHaveCount(0);
  await annas.close();
  const field = await waitUntilHydrated(page.getByRole('textbox', { name: 'Сообщение в чат эфира' }));
  await field.fill('Тесто подошло');
  await field.press('Enter');
  await expect(guest.getByRole('log', { name: 'Сообщения эфира' }).getByText('Тесто подошло')).toBeVisible();

  // Seeks to the start, which needs a stream longer than a few segments, and back to the live edge.
  const seek = guest.getByRole('slider', { name: 'Перемотка' });
  await expect.poll(async () => Number(await seek.getAttribute('max'))).toBeGreaterThan(12);
  const video = guest.getByLabel(/^Видео эфира/);
  const at = (): Promise<number> => video.evaluate((one: HTMLVideoElement) => one.currentTime);
  const end = (): Promise<number> => video.evaluate((one: HTMLVideoElement) => one.seekable.end(0));
  const toLive = guest.getByRole('button', { name: 'В эфир', exact: true });
  await seek.press('Home');
  await expect(toLive).toBeVisible();
  await plays(guest);
  expect(await at()).toBeLessThan((await end()) - 5);
  await toLive.click();
  await expect(toLive).toHaveCount(0);
  await expect.poll(async () => (await end()) - (await at())).toBeLessThan(8);
  await plays(guest);

  await page.getByRole('button', { name: 'Завершить', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Завершить эфир?' })
    .getByRole('button', { name: 'Завершить', exact: true })
    .click();
  await expect(guest.getByText('Эфир завершён')).toBeVisible();
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Сохранить запись' }))).click();
  const saved = page.getByRole('link', { name: 'Открыть публикацию' });
  await expect(saved).toBeVisible({ timeout: 90_000 });
  await saved.click();

  const chat = page.getByRole('complementary', { name: 'Чат эфира' });
  const words = chat.getByRole('log').getByText('Тесто подошло');
  await expect(chat).toBeVisible();
  await expect(words).toHaveCount(0);
  await accessible(page);
  await page.getByRole('button', { name: 'Смотреть', exact: true }).first().click();
  const film = page.locator('article video');
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);
  const length = await film.evaluate((one: HTMLVideoElement) => one.duration);
  await film.evaluate((one: HTMLVideoElement, to: number) => {
    one.currentTime = to;
  }, length - 0.5);
  await expect(words).toBeVisible();
  await film.evaluate((one: HTMLVideoElement) => {
    one.pause();
    one.currentTime = 0;
  });
  await expect(words).toHaveCount(0);
});

test('a stream is announced ahead, and viewers ask to be reminded', { tag: LONG }, async ({ page, visitor }) => {
  const [olga, igor] = [await createPerson({ firstname: 'Ольга' }), await createPerson({ firstname: 'Игорь' })];
  const igors = await visitor();
  await signIn(page.context(), olga);
  await signIn(igors.context(), igor);
  await open(page, `/user/${olga.id}/streams`);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Начать эфир' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Новый эфир' });
  const theme = `Разговорный английский ${olga.id}`;
  await dialog.getByRole('textbox', { name: 'Тема' }).fill(theme);
  await dialog.getByRole('combobox', { name: 'Когда' }).selectOption('later');
  await dialog.getByRole('button', { name: 'Объявить' }).click();
  await expect(page.getByRole('article').filter({ hasText: theme })).toBeVisible();

  await open(igors, `/user/${igor.id}/streams`);
  const remind = igors.getByRole('button', { name: `Напомнить: ${theme}` });
  const asked = igors.waitForResponse(/\/reminder$/);
  await (await waitUntilHydrated(remind)).click();
  await expect(remind).toHaveAttribute('aria-pressed', 'true');
  expect((await asked).ok()).toBe(true);
  await igors.reload();
  await expect(remind).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: `Отменить эфир: ${theme}` }).click();
  await page.getByRole('dialog', { name: 'Отменить эфир?' }).getByRole('button', { name: 'Отменить эфир' }).click();
  await expect(page.getByRole('article').filter({ hasText: theme })).toHaveCount(0);
});

interface Told {
  list: { id: number; kind: string; link: string }[];
}

test('whoever asked to be reminded is told when it begins, with no page of the site open', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const [olga, igor] = [await createPerson({ firstname: 'Ольга' }), await createPerson({ firstname: 'Игорь' })];
  const theme = `Разбираем пылесос ${olga.id}`;
  const planned_for = new Date(Date.now() + 3_600_000).toISOString();
  const announced = { token: olga.token, json: { theme, planned_for } };
  const { stream_id } = await api<{ stream_id: number }>('PUT', '/api/streams/add', announced);
  await api('PUT', `/api/streams/${stream_id}/reminder`, { token: igor.token, json: { on: 1 } });

  const igors = await visitor({ permissions: ['notifications'] });
  await signIn(igors.context(), igor);
  await open(igors, `/user/${igor.id}/streams`);
  await igors.evaluate(async () => void (await navigator.serviceWorker.ready));
  const [worker] = igors.context().serviceWorkers();
  if (worker === undefined) throw new Error('no service worker');
  const elsewhere = await igors.context().newPage();
  const tools = await elsewhere.context().newCDPSession(elsewhere);
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const known = registrations.find(({ scopeURL }) => worker.url().startsWith(scopeURL));
      if (known !== undefined) resolve(known.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await igors.close();

  await page.context().grantPermissions(DEVICES.permissions);
  await signIn(page.context(), olga);
  await open(page, `/user/${olga.id}/streams`);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Выйти в эфир' }))).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('video')).toBeVisible();
  await dialog.getByRole('button', { name: 'Начать эфир' }).click();
  await expect(page.getByRole('heading', { level: 1, name: theme })).toBeVisible();
  const told = async () => (await api<Told>('GET', '/api/notifications', { token: igor.token })).list[0];
  await expect.poll(async () => (await told())?.kind).toBe('stream_start');
  const begun = await told();

  // The browser's push service is unreachable in tests, so its message is delivered directly.
  const data = JSON.stringify({ id: begun?.id, kind: begun?.kind, unread: 1 });
  await tools.send('ServiceWorker.deliverPushMessage', { origin: await productUrl(), registrationId, data });
  const shown = (): Promise<string[]> =>
    worker.evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await scope.registration.getNotifications()).map(({ body, data: about }) => `${body} ${about.link}`);
    });
  await expect.poll(shown).toEqual([`Эфир «${theme}» /user/${olga.id}/streams/${stream_id}`]);
});
