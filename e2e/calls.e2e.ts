import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { api } from './api.ts';
import { makePerson, type Person, signIn } from './people.ts';
import { alive, awake, open, test } from './test.ts';

// Cameras and microphones.
test.use({ wholeBrowser: true });

/** A name that nobody else has: it is searched for. */
const freshName = (): string =>
  `Ольга${String.fromCharCode(...Array.from({ length: 8 }, () => 1072 + Math.floor(Math.random() * 32)))}`;
/** The others look at small windows: pictures are drawn without a graphics card here. */
const DEVICES = { permissions: ['camera', 'microphone'], viewport: { width: 480, height: 640 } };

async function befriend(one: Person, other: Person): Promise<void> {
  await api('PUT', `/api/users/friends/${other.id}`, { token: one.token });
  await api('POST', `/api/users/friends/${one.id}`, { token: other.token });
}

/** The windows of a call are dark in both schemes: one look is enough. */
async function accessible(page: Page, of: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(of).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

const windowOf = (page: Page) => page.getByRole('dialog', { name: /^Звонок, / });
const tileOf = (page: Page, user: number) => windowOf(page).locator(`li[data-user="${user}"]`);
const pictureOf = (page: Page, user: number) =>
  windowOf(page).locator(`video[data-user="${user}"][data-kind="person"]`);
const endOf = (page: Page) => windowOf(page).getByRole('button', { name: 'Завершить звонок' });

/** Every connection that the page opens is kept where the test can ask it what flows. */
async function watchMedia(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const opened: RTCPeerConnection[] = [];
    Object.assign(window, { openedConnections: opened });
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        opened.push(this);
      }
    };
  });
}

interface Flow {
  audio: number;
  frames: number;
}

/** What has come in over all connections that live. */
function flowOf(page: Page): Promise<Flow> {
  return page.evaluate(async () => {
    const { openedConnections } = window as unknown as { openedConnections: RTCPeerConnection[] };
    const flow = { audio: 0, frames: 0 };
    for (const connection of openedConnections) {
      if (connection.connectionState === 'closed') continue;
      for (const stat of (await connection.getStats()).values()) {
        if (stat.type !== 'inbound-rtp') continue;
        if (stat.kind === 'audio') flow.audio += stat.bytesReceived;
        else flow.frames += stat.framesDecoded ?? 0;
      }
    }
    return flow;
  });
}

async function speaks(page: Page): Promise<void> {
  const before = await flowOf(page);
  await expect.poll(async () => (await flowOf(page)).audio).toBeGreaterThan(before.audio);
}

/** Sound and picture come in, and go on coming. */
async function flows(page: Page): Promise<void> {
  const before = await flowOf(page);
  await speaks(page);
  await expect.poll(async () => (await flowOf(page)).frames).toBeGreaterThan(before.frames);
}

/** On a small screen the chat is asked for, and takes the place of the people. */
async function write(page: Page, message: string): Promise<void> {
  const field = windowOf(page).getByRole('textbox', { name: 'Сообщение в чат' });
  const isSmall = (page.viewportSize()?.width ?? 0) < 860;
  if (isSmall) await windowOf(page).getByRole('button', { name: 'Чат', exact: true }).click();
  await field.fill(message);
  await field.press('Enter');
  await expect(windowOf(page).getByRole('log')).toContainText(message);
  if (isSmall) await windowOf(page).getByRole('button', { name: 'Закрыть чат' }).click();
}

async function reads(page: Page, message: string): Promise<void> {
  const isSmall = (page.viewportSize()?.width ?? 0) < 860;
  if (isSmall) await windowOf(page).getByRole('button', { name: /^Чат/ }).click();
  await expect(windowOf(page).getByRole('log')).toContainText(message);
  if (!isSmall) return;
  await expect(endOf(page)).toBeHidden();
  await accessible(page, '[role=dialog][data-phase]');
  await windowOf(page).getByRole('button', { name: 'Закрыть чат' }).click();
}

/** A press that comes while its part of the page is still coming to life is lost: a person presses once more. */
async function call(page: Page, name: 'Звонок' | 'Видео', opens: Locator): Promise<void> {
  const control = await awake(page.getByRole('button', { name, exact: true }));
  await expect(async () => {
    if (!(await opens.isVisible())) await control.click({ timeout: 5000 });
    await expect(opens).toBeVisible({ timeout: 5000 });
  }).toPass();
}

test('two people talk, a third joins, a reload comes back, and hanging up leaves nothing', async ({
  page,
  visitor,
  isMobile,
}) => {
  const [anna, igor, olga] = [
    await makePerson({ firstname: 'Анна' }),
    await makePerson({ firstname: 'Игорь' }),
    await makePerson({ firstname: freshName() }),
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

  await call(page, 'Видео', windowOf(page).or(page.getByRole('dialog', { name: 'Созвон' })));
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
  // On a phone the call fills the screen.
  if (isMobile) expect(await windowOf(page).boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });

  // The third one moves everybody to the media server.
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
    // Pictures may be left out where the machine is too busy for them; voices are not.
    for (const other of others) await expect(tileOf(one, other.id)).toBeVisible();
    await speaks(one);
  }

  await write(igors, 'Открываю объявление');
  await reads(page, 'Открываю объявление');

  await igors.reload();
  await alive(igors);
  await expect(tileOf(igors, anna.id)).toBeVisible();
  await speaks(igors);

  await endOf(olgas).click();
  await expect(windowOf(olgas)).toHaveCount(0);
  await expect(tileOf(page, olga.id)).toHaveCount(0);
  await endOf(page).click();
  await expect(windowOf(page)).toHaveCount(0);
  // The last one left is told so, and nothing stays open.
  await expect(windowOf(igors)).toHaveCount(0);
  expect(
    await igors.evaluate(() =>
      (window as unknown as { openedConnections: RTCPeerConnection[] }).openedConnections.filter(
        ({ connectionState }) => connectionState !== 'closed',
      ),
    ),
  ).toEqual([]);
});

test('without devices one still calls, and a refusal is said to the caller', async ({ page, visitor }) => {
  const [anna, igor] = [await makePerson({ firstname: 'Анна' }), await makePerson({ firstname: 'Игорь' })];
  await befriend(anna, igor);
  const igors = await visitor(DEVICES);
  await signIn(page.context(), anna);
  await signIn(igors.context(), igor);
  await Promise.all([open(page, `/user/${igor.id}`), open(igors, '/contacts')]);

  // Nothing was allowed: looked at first, and said what to do.
  const check = page.getByRole('dialog', { name: 'Проверка перед звонком' });
  await call(page, 'Звонок', check);
  await expect(check.getByText('Можно и без микрофона и камеры')).toBeVisible();
  await check.getByRole('button', { name: 'Позвонить' }).click();
  await igors.getByRole('alertdialog').getByRole('button', { name: 'Отклонить' }).click();
  await expect(page.getByText('Звонок отклонён')).toBeVisible();
  await expect(page.getByText('Звонок отклонён')).toHaveCount(0);
});
