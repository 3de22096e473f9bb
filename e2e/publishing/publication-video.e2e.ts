import { expect, type Locator, type Page } from '@playwright/test';
import { movingPicture } from '../../server/test/uploads/corpus.ts';
import { damaged, phoneVideo } from '../../server/test/uploads/videos.ts';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test, waitUntilHydrated } from '../support/test.ts';

// Needs the codecs of videos recorded by phones.
test.use({ wholeBrowser: true });

/** Milliseconds; transcoding has a low priority and the tests load the machine. */
const MADE_MS = 120_000;
test.describe.configure({ timeout: 3 * MADE_MS });

/** Not every Chromium build has the codecs of videos recorded by phones. */
const playsPhoneVideos = (page: Page): Promise<boolean> =>
  page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E,mp4a.40.2"'));

const film = (page: Page): Locator => page.locator('video');
const isPaused = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.paused);
const timeOf = (page: Page) => film(page).evaluate((video: HTMLVideoElement) => video.currentTime);
const loudness = (page: Page) =>
  film(page).evaluate(({ volume, muted }: HTMLVideoElement) => [Math.round(volume * 10) / 10, muted]);

async function press(page: Page): Promise<void> {
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Смотреть' }).first())).click();
}

async function openSettings(page: Page): Promise<Locator> {
  await film(page).hover({ position: { x: 20, y: 20 } });
  await page.getByRole('button', { name: 'Настройки видео' }).click();
  return page.getByRole('button', { name: '360p' });
}

async function publish({ id, token }: Person, name: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('publish_content', new Blob([new Uint8Array(bytes)]), name);
  const { publish_id } = await api<{ publish_id: number }>('PUT', '/api/publish/add', { token, form });
  return `/user/${id}/social/${publish_id}`;
}

test('a video is published, made before the eyes of its author, and watched as they like it', async ({
  page,
  picture,
}) => {
  const author = await createPerson({ firstname: 'Ева', paid: true });
  await signIn(page.context(), author);
  await open(page, `/user/${author.id}/social/add`);
  const bytes = await phoneVideo({ size: '1280x720', seconds: 16, more: ['-crf', '38'] });
  await page
    .getByLabel(/Добавить фото/)
    .first()
    .setInputFiles({ name: 'IMG_1.MOV', mimeType: 'video/quicktime', buffer: bytes });
  await page.getByLabel('Описание', { exact: true }).fill('Утро на реке');
  await page.getByRole('button', { name: 'Опубликовать', exact: true }).click();
  await expect(page).toHaveURL(/\/social\/\d+$/);
  const address = new URL(page.url()).pathname;

  const making = page.getByRole('progressbar', { name: 'Видео готовится' });
  await expect(making).toBeVisible();
  const steps = () => making.evaluateAll((bars: HTMLProgressElement[]) => bars.map(({ value }) => value));
  await expect.poll(steps, { timeout: MADE_MS }).not.toEqual([0]);
  await picture('video-making');
  await expect(making).toHaveCount(0, { timeout: MADE_MS });
  await expect(film(page)).toHaveAttribute('poster', /poster/);

  await press(page);
  if (await playsPhoneVideos(page)) {
    await watch(page, address);
    await picture('video-playing');
  } else {
    await expect(page.getByText('Этот браузер не воспроизводит такое видео')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Скачать' })).toHaveAttribute('href', /video\.mp4$/);
  }
});

test('a short moving picture moves on its page, and stops when it is told to', { tag: LONG }, async ({
  page,
  picture,
}) => {
  const author = await createPerson({ firstname: 'Ева', paid: true });
  await signIn(page.context(), author);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, await publish(author, 'dance.gif', await movingPicture('gif', 3)));
  const motion = page.getByRole('main').locator('video');
  await expect
    .poll(async () => (await motion.count()) || page.reload().then(() => 0), { intervals: [1000], timeout: MADE_MS })
    .toBe(1);
  if (await playsPhoneVideos(page)) {
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0);
    await picture('post-motion');
    await (await waitUntilHydrated(page.getByRole('button', { name: 'Пауза' }))).click();
    expect(await isPaused(page)).toBe(true);
  }
});

test('a video that cannot be made is named, and its author deletes it', { tag: LONG }, async ({ page, picture }) => {
  const author = await createPerson({ firstname: 'Ева', paid: true });
  await signIn(page.context(), author);
  const broken = damaged(await phoneVideo({ kind: 'hevcMov', size: '320x240', seconds: 2 }));
  await open(page, await publish(author, 'IMG_2.MOV', broken));
  await expect(page.getByText('Видео не удалось подготовить', { exact: true })).toBeVisible({ timeout: MADE_MS });
  await picture('video-failed');
  await expect(page.getByRole('link', { name: 'Заменить' })).toHaveAttribute('href', /\/social\/\d+\/edit$/);
  await page.getByRole('main').getByRole('button', { name: 'Удалить' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page).toHaveURL(/\/social\?tab=mine$/);
  await expect(page.getByRole('article')).toHaveCount(0);
});

async function watch(page: Page, address: string): Promise<void> {
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0);
  await page.keyboard.press('Space');
  expect(await isPaused(page)).toBe(true);
  const before = await timeOf(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => timeOf(page)).toBeGreaterThan(before + 4.5);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => timeOf(page)).toBeLessThan(before + 1);
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowDown');
  expect(await loudness(page)).toEqual([0.7, false]);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await page.keyboard.press('m');
  expect(await loudness(page)).toEqual([0.7, true]);

  const low = await openSettings(page);
  await expect(page.getByRole('button', { name: '720p' })).toBeVisible();
  await low.click();
  await page.keyboard.press('Escape');

  await open(page, address);
  await press(page);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0);
  expect(await loudness(page)).toEqual([0.7, true]);
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(360);
  await expect(await openSettings(page)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');

  // An unmuted video pauses when other media start.
  await page.getByRole('button', { name: 'Включить звук' }).click();
  expect(await isPaused(page)).toBe(false);
  await page.evaluate(async () => {
    const other = document.createElement('audio');
    other.src = document.querySelector<HTMLVideoElement>('video')?.poster.replace(/poster-.*$/, 'video.mp4') ?? '';
    document.body.append(other);
    await other.play();
    other.remove();
  });
  await expect.poll(() => isPaused(page)).toBe(true);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 1440, height: 600 });
  await open(page, address);
  await expect.poll(() => isPaused(page)).toBe(false);
  expect(await film(page).evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
  await page.evaluate(() => {
    document.body.style.paddingBottom = '2000px';
    window.scrollTo(0, 1500);
  });
  await expect.poll(() => isPaused(page)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, address);
  await expect(page.getByRole('button', { name: 'Смотреть' })).toBeVisible();
  expect(await isPaused(page)).toBe(true);
}
