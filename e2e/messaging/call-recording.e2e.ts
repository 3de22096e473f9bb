import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Download, expect, type Page } from '@playwright/test';
import { findFfmpeg } from '../../server/src/files/media/ffmpeg.public.ts';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, test } from '../support/test.ts';
import { accessible, befriend, DEVICES, endOf, flows, pictureOf, watchMedia, windowOf } from './call-pages.ts';

// Needs cameras and microphones.
test.use({ wholeBrowser: true });

const run = promisify(execFile);
const markOf = (page: Page) => windowOf(page).getByRole('status').filter({ hasText: 'Идёт запись' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function callPage(page: Page): Promise<void> {
  await windowOf(page).getByRole('button', { name: 'Ещё' }).click();
  await windowOf(page).getByRole('button', { name: 'Записать разговор' }).click();
}

const countPieces = (page: Page) =>
  page.addInitScript(() => {
    const counted = Object.assign(window, { pieces: 0 });
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (every) {
      this.addEventListener('dataavailable', ({ data }) => {
        if (data.size > 0) counted.pieces += 1;
      });
      start.call(this, every);
    };
  });

async function decode(file: Buffer, path: string): Promise<void> {
  const ffmpeg = findFfmpeg();
  if (ffmpeg === null) return;
  await writeFile(path, file);
  const { stderr } = await run(ffmpeg.path, ['-hide_banner', '-i', path, '-f', 'null', '-']);
  expect(stderr).toMatch(/Duration: 00:0\d:\d\d/);
  expect(stderr).toMatch(/Video: vp8.*1280x720/);
  expect(stderr).toMatch(/Audio: opus/);
  // Duplicate timestamps are a matter of ffmpeg's null output and are ignored.
  const read = stderr.split(/[\r\n]+/).filter((line) => !/^\s*\[null @/.test(line));
  expect(read.join('\n')).not.toMatch(/error|invalid/i);
}

function play(page: Page, file: Buffer) {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const video = document.createElement('video');
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/webm' }));
    await new Promise((resolve, reject) => {
      video.onloadedmetadata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    await video.play();
    await new Promise((resolve) => {
      video.onended = resolve;
    });
    const sound = await new OfflineAudioContext(1, 48_000, 48_000).decodeAudioData(bytes.buffer.slice(0));
    const loudest = sound.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    return {
      seconds: video.duration,
      size: [video.videoWidth, video.videoHeight],
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
      loudest,
    };
  }, file.toString('base64'));
}

async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test(
  'a call is recorded when both agree, seen by both, stopped by the other one, and plays',
  { tag: LONG },
  async ({ page, visitor, isMobile }, testInfo) => {
    const [anna, igor] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Игорь' })];
    await befriend(anna, igor);
    const igors = await visitor(DEVICES);
    await page.context().grantPermissions(DEVICES.permissions);
    await watchMedia(page.context());
    await countPieces(page);
    await signIn(page.context(), anna);
    await signIn(igors.context(), igor);
    await Promise.all([open(page, `/user/${igor.id}`), open(igors, '/contacts')]);
    await press(page, 'Видео');
    await igors.getByRole('alertdialog').getByRole('button', { name: 'Принять с видео' }).click();
    await expect(pictureOf(page, igor.id)).toBeVisible();
    await expect(pictureOf(igors, anna.id)).toBeVisible();

    await callPage(page);
    await expect(windowOf(page).getByText('Ждём согласия: Игорь')).toBeVisible();
    const question = windowOf(igors).getByRole('alert').filter({ hasText: 'Анна Проверкина просит разрешения' });
    await expect(question).toBeVisible();
    await accessible(igors, '[role=dialog][data-phase]');
    await question.getByRole('button', { name: 'Согласиться' }).click();
    for (const one of [page, igors]) await expect(markOf(one)).toBeVisible();
    await accessible(page, '[role=dialog][data-phase]');
    await expect(markOf(igors)).toContainText('Файл получит Анна Проверкина');
    await flows(page);
    if (!isMobile) {
      await windowOf(igors).getByRole('button', { name: 'Свернуть' }).click();
      await expect(igors.getByRole('status').filter({ hasText: 'Идёт запись' })).toBeVisible();
      await press(igors, 'Развернуть звонок');
    }
    await expect.poll(() => page.evaluate(() => (window as unknown as { pieces: number }).pieces)).toBeGreaterThan(1);
    await press(igors, 'Остановить запись');
    await expect(markOf(page)).toHaveCount(0);
    await expect(markOf(igors)).toHaveCount(0);
    await expect(page.getByText('Запись остановлена: Игорь Проверкина')).toBeVisible();
    await expect(igors.getByRole('region', { name: 'Запись разговора готова' })).toHaveCount(0);

    // A no is a no.
    await callPage(page);
    await question.getByRole('button', { name: 'Отказаться' }).click();
    await expect(page.getByText('Записи не будет: Игорь Проверкина не соглашается')).toBeVisible();
    await callPage(page);
    await expect(page.getByText('Запись только что отклонили')).toBeVisible();

    await endOf(page).click();
    await expect(windowOf(page)).toHaveCount(0);
    await page.reload();
    const card = page.getByRole('region', { name: 'Запись разговора готова' });
    await expect(card).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'Сохранить запись' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Звонок \d{4}-\d\d-\d\d \d\d-\d\d\.webm$/);
    const file = await bytesOf(download);
    const played = await play(page, file);
    expect(played.size).toEqual([1280, 720]);
    expect(played.seconds).toBeGreaterThan(3);
    expect(played.seconds).toBeLessThan(600);
    expect(played.frames).toBeGreaterThan(5);
    expect(played.loudest).toBeGreaterThan(0.01);
    await decode(file, testInfo.outputPath('call.webm'));
    await card.getByRole('button', { name: 'Готово' }).click();
    await expect(card).toHaveCount(0);
    await open(page, '/profile/calls');
    await expect(page.getByText(/запись: \d+ минут/)).toBeVisible();
    await expect(card).toHaveCount(0);
  },
);
