import { type BrowserContext, expect, type Page } from '@playwright/test';
import { addTrack, createPlaylist, tone } from '../publishing/music-files.ts';
import { api } from '../support/api.ts';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, test } from '../support/test.ts';
import { accessible, befriend, DEVICES, endOf, tileOf, windowOf } from './call-pages.ts';

// Needs microphones and sound.
test.use({ wholeBrowser: true });

const strip = (page: Page) => windowOf(page).getByRole('region', { name: 'Слушаем вместе' });
const press = (page: Page, name: string) => strip(page).getByRole('button', { name, exact: true }).click();

/** Elements of sound stand outside of the document; the last one that began to play a track is kept for the test. */
async function watchSound(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      if (this.src.includes('/media/audio/')) Object.assign(window, { played: this });
      return play.call(this);
    };
  });
}

const isSilent = (page: Page) =>
  page.evaluate(() => (window as unknown as { played?: HTMLMediaElement }).played?.paused !== false);

/** Milliseconds by the clock of this machine at which the track of the page would have begun. */
const beginningOf = (page: Page) =>
  page.evaluate(() => {
    const { played } = window as unknown as { played?: HTMLMediaElement };
    return played === undefined || played.paused ? Number.NaN : Date.now() - played.currentTime * 1000;
  });

async function differenceOf(one: Page, other: Page): Promise<number> {
  const differences: number[] = [];
  for (let sample = 0; sample < 9; sample++) {
    const [first, second] = await Promise.all([beginningOf(one), beginningOf(other)]);
    differences.push(Math.abs(first - second));
  }
  return differences.toSorted((a, b) => a - b)[4] ?? Number.NaN;
}

async function choose(page: Page, playlist: string): Promise<void> {
  await windowOf(page).getByRole('button', { name: 'Ещё', exact: true }).click();
  await windowOf(page).getByRole('button', { name: 'Слушать вместе' }).click();
  await page.getByRole('dialog', { name: 'Слушать вместе' }).getByRole('button', { name: playlist }).click();
}

test('two in a call hear the same place of a track, either of them moves it, and leaving ends it', {
  tag: LONG,
}, async ({ page, visitor, picture, watch }) => {
  const [anna, igor] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Игорь' })];
  await befriend(anna, igor);
  const [open_, hidden] = [await createPlaylist(anna, 'Вечер у реки'), await createPlaylist(anna, 'Тайное')];
  await addTrack(anna, open_, tone('Долгий берег.wav', 300, 90));
  await addTrack(anna, open_, tone('Второй берег.wav', 350, 90));
  await addTrack(anna, hidden, tone('Тайный берег.wav', 400, 90));
  await api('POST', '/api/playlist/edit', { token: anna.token, json: { id: hidden.id, audience: 'me' } });
  const igors = await visitor({ ...DEVICES, viewport: { width: 390, height: 844 } });
  await page.context().grantPermissions(DEVICES.permissions);
  for (const [one, person] of [
    [page, anna],
    [igors, igor],
  ] as const) {
    await watchSound(one.context());
    await signIn(one.context(), person);
  }
  await Promise.all([open(page, `/user/${igor.id}`), open(igors, '/contacts')]);
  await page.getByRole('button', { name: 'Звонок', exact: true }).click();
  await igors.getByRole('alertdialog').getByRole('button', { name: 'Принять', exact: true }).click();
  await expect(tileOf(page, igor.id)).toBeVisible();

  await choose(page, 'Вечер у реки');
  for (const one of [page, igors]) await expect(strip(one).getByText('Долгий берег')).toBeVisible();
  await expect.poll(() => differenceOf(page, igors), { timeout: 30_000 }).toBeLessThanOrEqual(150);
  await accessible(page, '[role=dialog][data-phase]');
  await picture('call-listening');
  await picture('call-listening-small', igors);

  await press(igors, 'Следующая запись');
  for (const one of [page, igors]) await expect(strip(one).getByText('Второй берег')).toBeVisible();
  await expect.poll(() => differenceOf(page, igors), { timeout: 30_000 }).toBeLessThanOrEqual(150);
  await press(page, 'Пауза для всех');
  for (const one of [page, igors]) {
    await expect(strip(one).getByRole('button', { name: 'Слушать всем' })).toBeVisible();
    await expect.poll(() => isSilent(one)).toBe(true);
  }

  watch.allow(/status of 404/);
  await choose(page, 'Тайное');
  await expect(strip(page).getByText('Тайный берег')).toBeVisible();
  await expect(strip(igors).getByText('Эта запись вам недоступна')).toBeVisible();
  await expect(strip(igors).getByText('Тайный берег')).toHaveCount(0);
  await accessible(igors, '[role=dialog][data-phase]');
  await picture('call-listening-unavailable', igors);
  await expect.poll(() => isSilent(page)).toBe(false);

  await endOf(page).click();
  for (const one of [page, igors]) {
    await expect(windowOf(one)).toHaveCount(0);
    await expect.poll(() => isSilent(one)).toBe(true);
  }
});
