import { expect, type Page } from '@playwright/test';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test, waitForHydration } from '../support/test.ts';
import {
  accessible,
  befriend,
  DEVICES,
  endOf,
  flows,
  freshName,
  pictureOf,
  speaks,
  tileOf,
  watchMedia,
  windowOf,
} from './call-pages.ts';

// Needs cameras and microphones.
test.use({ wholeBrowser: true });

async function write(page: Page, message: string): Promise<void> {
  const field = windowOf(page).getByRole('textbox', { name: 'Сообщение в чат' });
  const isSmall = (page.viewportSize()?.width ?? 0) < 860;
  await windowOf(page).getByRole('button', { name: 'Чат', exact: true }).click();
  await field.fill(message);
  await field.press('Enter');
  await expect(windowOf(page).getByRole('log')).toContainText(message);
  if (isSmall) await windowOf(page).getByRole('button', { name: 'Закрыть чат' }).click();
}

async function reads(page: Page, message: string): Promise<void> {
  const isSmall = (page.viewportSize()?.width ?? 0) < 860;
  await windowOf(page).getByRole('button', { name: /^Чат/ }).click();
  await expect(windowOf(page).getByRole('log')).toContainText(message);
  if (!isSmall) return;
  await expect(endOf(page)).toBeHidden();
  await accessible(page, '[role=dialog][data-phase]');
  await windowOf(page).getByRole('button', { name: 'Закрыть чат' }).click();
}

test('two people talk, a third joins, a reload comes back, and hanging up leaves nothing', { tag: PHONE_TOO }, async ({
  page,
  visitor,
  isMobile,
}) => {
  const [anna, igor, olga] = [
    await createPerson({ firstname: 'Анна' }),
    await createPerson({ firstname: 'Игорь' }),
    await createPerson({ firstname: freshName() }),
  ];
  await befriend(anna, igor);
  await befriend(anna, olga);
  const [igors, olgas] = [await visitor(DEVICES), await visitor(DEVICES)];
  await page.context().grantPermissions(DEVICES.permissions);
  const pages = [
    [page, anna],
    [igors, igor],
    [olgas, olga],
  ] as const;
  for (const [one, person] of pages) {
    await watchMedia(one.context());
    await signIn(one.context(), person);
  }
  await Promise.all([open(page, `/user/${igor.id}`), open(igors, '/contacts'), open(olgas, '/contacts')]);

  await page.getByRole('button', { name: 'Видео', exact: true }).click();
  const ring = igors.getByRole('alertdialog', { name: /^Игорь|^Анна/ });
  await expect(ring).toContainText('Звонит с видео');
  await accessible(igors, '[role=alertdialog]');
  await ring.getByRole('button', { name: 'Принять с видео' }).click();
  for (const [one, other] of [
    [page, igor],
    [igors, anna],
  ] as const) {
    await expect(pictureOf(one, other.id)).toBeVisible();
    await flows(one);
  }
  await accessible(page, '[role=dialog][data-phase]');
  if (isMobile) expect(await windowOf(page).boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });

  await windowOf(page).getByRole('button', { name: 'Добавить участника, 2 из 8' }).click();
  const dialog = page.getByRole('dialog', { name: 'Добавить в звонок' });
  await dialog.getByRole('combobox').fill(olga.firstname);
  await dialog.getByRole('option', { name: olga.firstname }).first().click();
  await dialog.getByRole('button', { name: 'Позвать' }).click();
  await olgas.getByRole('alertdialog').getByRole('button', { name: 'Принять с видео' }).click();
  for (const [one, ...others] of [
    [page, igor, olga],
    [igors, anna, olga],
    [olgas, anna, igor],
  ] as const) {
    // Video may be dropped on a busy machine; audio may not.
    for (const other of others) await expect(tileOf(one, other.id)).toBeVisible();
    await speaks(one);
  }

  await write(igors, 'Открываю объявление');
  await reads(page, 'Открываю объявление');

  await igors.reload();
  await waitForHydration(igors);
  await expect(tileOf(igors, anna.id)).toBeVisible();
  await speaks(igors);

  await endOf(olgas).click();
  await expect(windowOf(olgas)).toHaveCount(0);
  await expect(tileOf(page, olga.id)).toHaveCount(0);
  await endOf(page).click();
  await expect(windowOf(page)).toHaveCount(0);
  await expect(windowOf(igors)).toHaveCount(0);
  expect(
    await igors.evaluate(() =>
      (window as unknown as { openedConnections: RTCPeerConnection[] }).openedConnections.filter(
        ({ connectionState }) => connectionState !== 'closed',
      ),
    ),
  ).toEqual([]);
});

test('without devices one still calls, and a refusal is said to the caller', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const [anna, igor] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Игорь' })];
  await befriend(anna, igor);
  const igors = await visitor(DEVICES);
  // Not every browser of the tests refuses devices by itself.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  await signIn(page.context(), anna);
  await signIn(igors.context(), igor);
  await Promise.all([open(page, `/user/${igor.id}`), open(igors, '/contacts')]);

  // Without permissions the pre-call check explains what to do.
  const check = page.getByRole('dialog', { name: 'Проверка перед звонком' });
  await page.getByRole('button', { name: 'Звонок', exact: true }).click();
  await expect(check.getByText('Можно и без микрофона и камеры')).toBeVisible();
  await check.getByRole('button', { name: 'Позвонить' }).click();
  await igors.getByRole('alertdialog').getByRole('button', { name: 'Отклонить' }).click();
  await expect(page.getByText('Звонок отклонён')).toBeVisible();
  await expect(page.getByText('Звонок отклонён')).toHaveCount(0);
});

test('a press on the call button before its code has come is not lost', { tag: LONG }, async ({ page }) => {
  const [anna, igor] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Игорь' })];
  await befriend(anna, igor);
  await signIn(page.context(), anna);
  let arrive: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await late;
    await route.continue();
  });
  await page.goto(`/user/${igor.id}`, { waitUntil: 'commit' });
  const control = page.getByRole('button', { name: 'Звонок', exact: true });
  await control.click();
  await expect(control).toHaveAttribute('aria-busy', 'true');
  arrive();
  await expect(page.getByRole('dialog', { name: 'Проверка перед звонком' })).toBeVisible();
});
