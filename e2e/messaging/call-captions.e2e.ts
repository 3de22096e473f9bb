import { type BrowserContext, expect, type Page } from '@playwright/test';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, PHONE, test } from '../support/test.ts';
import { accessible, befriend, DEVICES, endOf, pictureOf, windowOf } from './call-pages.ts';

// Needs cameras and microphones.
test.use({ wholeBrowser: true });

interface Spoken {
  heard: number;
  isListening: boolean;
  speak(text: string, isFinal: boolean): void;
}

/** What the browser of the tests recognizes depends on its build: the page gets a recognition that the test speaks to. */
const installSpeech = (context: BrowserContext) =>
  context.addInitScript(() => {
    let session: Speech | null = null;
    const spoken = {
      heard: 0,
      get isListening() {
        return session !== null;
      },
      speak(transcript: string, isFinal: boolean) {
        spoken.heard += 1;
        session?.onresult?.({ resultIndex: 0, results: [{ 0: { transcript }, length: 1, isFinal }] });
      },
    };
    class Speech {
      static status = 'downloadable';
      onresult: ((event: object) => void) | null = null;
      static available = async ({ langs, processLocally }: { langs: string[]; processLocally: boolean }) =>
        processLocally && /^(ru|en)-/.test(langs[0] ?? '') ? Speech.status : 'unavailable';
      static async install({ processLocally }: { processLocally: boolean }) {
        if (processLocally) Speech.status = 'available';
        return processLocally;
      }
      #isLocal = false;
      get processLocally() {
        return this.#isLocal;
      }
      set processLocally(isLocal: boolean) {
        this.#isLocal = isLocal;
      }
      start(track: MediaStreamTrack) {
        if (!this.processLocally || Speech.status !== 'available') throw new Error('not on the device');
        if (track.kind !== 'audio' || track.readyState !== 'live' || !track.enabled) throw new Error('no microphone');
        session = this;
      }
      abort() {
        if (session === this) session = null;
      }
    }
    Object.defineProperty(window, 'SpeechRecognition', { value: Speech, configurable: true });
    Object.assign(window, { spoken });
  });

/** As browsers without recognition, and those that recognize elsewhere only. */
const removeSpeech = (context: BrowserContext) =>
  context.addInitScript(() => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Reflect.deleteProperty(window, name);
  });

const speak = (page: Page, text: string, isFinal = true) =>
  page.evaluate(([words, final]) => (window as unknown as { spoken: Spoken }).spoken.speak(words, final), [
    text,
    isFinal,
  ] as const);
const isListening = (page: Page) => page.evaluate(() => (window as unknown as { spoken: Spoken }).spoken.isListening);
const captionsOf = (page: Page) => windowOf(page).getByRole('log', { name: 'Субтитры' });

async function turnInMenu(page: Page, name: string): Promise<void> {
  await windowOf(page).getByRole('button', { name: 'Ещё' }).click();
  await windowOf(page)
    .locator('label', { has: page.getByRole('switch', { name, exact: true }) })
    .click();
  await page.keyboard.press('Escape');
}

async function startCall(page: Page, igors: Page): Promise<{ anna: number; igor: number }> {
  const [anna, igor] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Игорь' })];
  await befriend(anna, igor);
  await page.context().grantPermissions(DEVICES.permissions);
  await signIn(page.context(), anna);
  await signIn(igors.context(), igor);
  await Promise.all([open(page, `/user/${igor.id}`), open(igors, '/contacts')]);
  await page.getByRole('button', { name: 'Видео', exact: true }).click();
  await igors.getByRole('alertdialog').getByRole('button', { name: 'Принять с видео' }).click();
  await expect(pictureOf(page, igor.id)).toBeVisible();
  await expect(pictureOf(igors, anna.id)).toBeVisible();
  return { anna: anna.id, igor: igor.id };
}

/** The captions lie within the picture: no button of the bar is under them. */
async function isClearOfControls(page: Page): Promise<void> {
  const captions = await captionsOf(page).boundingBox();
  const bar = await windowOf(page).getByRole('toolbar', { name: 'Управление звонком' }).boundingBox();
  const dialog = await windowOf(page).boundingBox();
  if (captions === null || bar === null || dialog === null) throw new Error('captions or bar are not seen');
  expect(captions.height).toBeGreaterThan(20);
  expect(captions.y + captions.height).toBeLessThanOrEqual(bar.y);
  expect(captions.x).toBeGreaterThanOrEqual(dialog.x);
  expect(captions.x + captions.width).toBeLessThanOrEqual(dialog.x + dialog.width);
}

test('two people read each other’s words, recognized on their devices, while they agree and are heard', {
  tag: [PHONE, LONG],
}, async ({ page, visitor, picture }) => {
  const igors = await visitor(DEVICES);
  for (const one of [page, igors]) await installSpeech(one.context());
  await startCall(page, igors);
  for (const one of [page, igors]) {
    await expect(captionsOf(one)).toHaveCount(0);
    expect(await isListening(one)).toBe(false);
  }

  await turnInMenu(page, 'Субтитры');
  await expect(windowOf(page).getByText('Речь собеседника пока не распознаётся')).toBeVisible();
  const question = windowOf(igors).getByRole('alert').filter({ hasText: 'Анна Проверкина включает субтитры' });
  await expect(question).toContainText('Звук не покинет это устройство');
  await accessible(igors, '[role=dialog][data-phase]');
  expect(await isListening(igors)).toBe(false);
  await picture('call-captions-question', igors);
  await question.getByRole('button', { name: 'Распознавать', exact: true }).click();
  await expect.poll(() => isListening(igors)).toBe(true);
  await expect(windowOf(page).getByText('Речь собеседника пока не распознаётся')).toHaveCount(0);

  await speak(igors, 'Добрый', false);
  await expect(captionsOf(page)).toHaveText('Игорь Добрый');
  await speak(igors, 'Добрый вечер, рама ещё продаётся? Я бы забрал её сегодня после шести, если вам удобно');
  await expect(captionsOf(page)).toContainText('если вам удобно');
  await isClearOfControls(page);
  await accessible(page, '[role=dialog][data-phase]');
  await picture('call-captions');
  await expect(captionsOf(igors)).toHaveCount(0);

  await turnInMenu(igors, 'Субтитры');
  await windowOf(page).getByRole('alert').getByRole('button', { name: 'Распознавать', exact: true }).click();
  await expect.poll(() => isListening(page)).toBe(true);
  await speak(page, 'Да, приезжайте');
  await expect(captionsOf(igors)).toHaveText('Анна Да, приезжайте');
  await isClearOfControls(igors);

  await windowOf(igors).getByRole('button', { name: 'Выключить микрофон' }).click();
  await expect.poll(() => isListening(igors)).toBe(false);
  await windowOf(igors).getByRole('button', { name: 'Включить микрофон' }).click();
  await expect.poll(() => isListening(igors)).toBe(true);

  // Final words go by themselves.
  await expect(captionsOf(igors)).toBeEmpty({ timeout: 15_000 });
  await turnInMenu(page, 'Субтитры');
  await expect.poll(() => isListening(igors)).toBe(false);
  await expect(captionsOf(page)).toHaveCount(0);
  expect(await isListening(page)).toBe(true);
  await endOf(page).click();
  await expect(windowOf(igors)).toHaveCount(0);
  for (const one of [page, igors]) expect(await isListening(one)).toBe(false);
});

test('where the device recognizes nothing, captions are not offered, and the other one is told', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const igors = await visitor(DEVICES);
  await installSpeech(page.context());
  await removeSpeech(igors.context());
  await startCall(page, igors);
  await windowOf(igors).getByRole('button', { name: 'Ещё' }).click();
  await expect(windowOf(igors).getByRole('switch', { name: 'Шумоподавление' })).toBeVisible();
  await expect(windowOf(igors).getByRole('switch', { name: 'Субтитры' })).toHaveCount(0);
  await igors.keyboard.press('Escape');
  await turnInMenu(page, 'Субтитры');
  await expect(windowOf(page).getByText('У собеседника субтитры недоступны')).toBeVisible();
  await expect(windowOf(igors).getByRole('alert')).toHaveCount(0);
});
