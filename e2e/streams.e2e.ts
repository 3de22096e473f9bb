import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { makePerson, signIn } from './people.ts';
import { awake, open, test } from './test.ts';

// Cameras and microphones.
test.use({ wholeBrowser: true });

const DEVICES = { permissions: ['camera', 'microphone'] };

async function accessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
}

/** The picture of the stream moves. */
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
  const [timur, maria] = [await makePerson({ firstname: 'Тимур' }), await makePerson({ firstname: 'Мария' })];
  const marias = await visitor({ ...DEVICES, ...(isMobile && { viewport: { width: 390, height: 844 } }) });
  await page.context().grantPermissions(DEVICES.permissions);
  await signIn(page.context(), timur);
  await signIn(marias.context(), maria);

  await open(page, `/user/${timur.id}/streams`);
  await (await awake(page.getByRole('button', { name: 'Начать эфир' }))).click();
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
  const field = await awake(marias.getByRole('textbox', { name: 'Сообщение в чат эфира' }));
  await field.fill('Слышно хорошо');
  await field.press('Enter');
  const log = page.getByRole('log', { name: 'Сообщения эфира' });
  await expect(log.getByText('Слышно хорошо')).toBeVisible();
  // Told about a second later: before the stream is over.
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

test('a stream is announced ahead, and viewers ask to be reminded', async ({ page, visitor }) => {
  const [olga, igor] = [await makePerson({ firstname: 'Ольга' }), await makePerson({ firstname: 'Игорь' })];
  const igors = await visitor();
  await signIn(page.context(), olga);
  await signIn(igors.context(), igor);
  await open(page, `/user/${olga.id}/streams`);
  await (await awake(page.getByRole('button', { name: 'Начать эфир' }))).click();
  const dialog = page.getByRole('dialog', { name: 'Новый эфир' });
  const theme = `Разговорный английский ${olga.id}`;
  await dialog.getByRole('textbox', { name: 'Тема' }).fill(theme);
  await dialog.getByRole('combobox', { name: 'Когда' }).selectOption('later');
  await dialog.getByRole('button', { name: 'Объявить' }).click();
  await expect(page.getByRole('article').filter({ hasText: theme })).toBeVisible();

  await open(igors, `/user/${igor.id}/streams`);
  const remind = igors.getByRole('button', { name: `Напомнить: ${theme}` });
  await (await awake(remind)).click();
  await expect(remind).toHaveAttribute('aria-pressed', 'true');
  await igors.reload();
  await expect(remind).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: `Отменить эфир: ${theme}` }).click();
  await page.getByRole('dialog', { name: 'Отменить эфир?' }).getByRole('button', { name: 'Отменить эфир' }).click();
  await expect(page.getByRole('article').filter({ hasText: theme })).toHaveCount(0);
});
