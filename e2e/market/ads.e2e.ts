import { expect, type Locator, type Page } from '@playwright/test';
import { PHONE_PHOTO_CORNERS, POLYGLOT_TRACES, phonePhoto } from '../../server/test/uploads/corpus.ts';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { test as base, LONG, open, PHONE } from '../support/test.ts';
import { chooseFiles, field, pick, previews, publishAd, toast } from './ad-pages.ts';

type File = { name: string; mimeType: string; buffer: Buffer };

/** Three 12-megapixel photos stored as by a phone: rotated, with an EXIF orientation. */
const test = base.extend<object, { photos: File[] }>({
  photos: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const buffer = await phonePhoto({ megapixels: 12, orientation: 6 });
      await use([1, 2, 3].map((n) => ({ name: `IMG_000${n}.jpg`, mimeType: 'image/jpeg', buffer })));
    },
    { scope: 'worker' },
  ],
});

function freshTitle(): string {
  return `Велоприцеп ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
}

async function openNewAd(page: Page): Promise<Person> {
  const person = await createPerson({ paid: true });
  await signIn(page.context(), person);
  // Other tests publish the same photos and text, which triggers the duplicate question.
  await page.addLocatorHandler(page.getByRole('button', { name: 'Опубликовать всё равно' }), (button) =>
    button.click(),
  );
  await open(page, '/add');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новое объявление');
  return person;
}

/** Number of lines that a text takes. */
const lineCount = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

function corners(image: Locator): Promise<number[][]> {
  return image.evaluate((picture: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    const [width, height] = [picture.naturalWidth, picture.naturalHeight];
    canvas.width = width;
    canvas.height = height;
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    brush?.drawImage(picture, 0, 0);
    const at = (x: number, y: number) => [...(brush?.getImageData(x * width, y * height, 1, 1).data ?? [])].slice(0, 3);
    return [at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)];
  });
}

test('a new ad begins with the city of the seller, whose card does not break its lines', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const seller = await createPerson({ paid: true });
  const { places } = await api<{ places: { id: number; country_id: number }[] }>(
    'GET',
    `/api/places/suggest?search=${encodeURIComponent('Казань')}`,
  );
  const json = { country_id: places[0]?.country_id, city_id: places[0]?.id };
  await api('PUT', `/api/users/${seller.id}`, { token: seller.token, json });
  await signIn(page.context(), seller);
  await open(page, '/add');
  const city = page.getByRole('combobox', { name: 'Город' });
  await expect(city).toHaveValue('Казань, Россия');
  // Half a city is no place, and the draft that it leaves begins at home again.
  await field(page, 'Название').fill(freshTitle());
  await city.fill('Каза');
  await expect(page.getByText('Черновик сохранён', { exact: true })).toBeVisible();
  await open(page, '/add');
  await expect(city).toHaveValue('Казань, Россия');

  const guest = await visitor({ viewport: { width: 1440, height: 900 } });
  await guest.goto(`/ad/${await publishAd(seller, freshTitle())}`);
  expect(await lineCount(guest.getByText('Отзывов о сделках пока нет'))).toBe(1);
});

test('a subscriber publishes an ad with three photos from a phone, changes it and takes it down', {
  tag: PHONE,
}, async ({ page, visitor, watch, photos }) => {
  watch.allow(/the server responded with a status of 410/);
  await openNewAd(page);
  const title = freshTitle();
  await field(page, 'Название').fill(title);
  await field(page, 'Описание').fill('Складной, на два места.\nЗабирать вечером.');
  await field(page, 'Цена').pressSequentially('12500');
  await pick(page, 'Категория', 'Транспорт');
  const city = page.getByRole('combobox', { name: 'Город' });
  await city.fill('казань');
  await city.press('Tab');
  await expect(city).toHaveValue('Казань, Россия');
  await chooseFiles(page).setInputFiles(photos);
  await expect(previews(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Разместить', exact: true }).click();
  await expect(page).toHaveURL(/\/ad\/\d+$/, { timeout: 60_000 });
  await expect(toast(page, 'Объявление успешно создано')).toBeVisible();
  const address = new URL(page.url()).pathname;

  const guest = await visitor();
  await expect
    .poll(async () => (await (await guest.request.get('/api/boards/enabled')).text()).includes(title))
    .toBe(true);
  await open(guest, '/');
  await expect(guest.getByRole('article').filter({ hasText: title })).toContainText('12 500 ₽');

  await page.goto('/');
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('Казань');
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);

  // The photos are rotated upright and contain no location.
  const shown = page.getByRole('img', { name: new RegExp(`^${title}, фото`) });
  await expect(shown).toHaveCount(3);
  for (const photo of await shown.all()) {
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeTruthy();
    const [width, height] = await photo.evaluate((i: HTMLImageElement) => [i.naturalWidth, i.naturalHeight]);
    expect((height ?? 0) / (width ?? 1)).toBeCloseTo(4 / 3, 1);
  }
  const expected = Object.values(PHONE_PHOTO_CORNERS).flat();
  const found = (await corners(shown.first())).flat();
  for (const [place, value] of expected.entries()) expect(Math.abs((found[place] ?? 0) - value)).toBeLessThan(32);
  const files = await shown.evaluateAll((images) =>
    images.flatMap((image) => (image as HTMLImageElement).srcset.split(', ').map((part) => part.split(' ')[0] ?? '')),
  );
  for (const file of new Set(files)) {
    const served = (await (await page.request.get(file)).body()).toString('latin1');
    for (const trace of POLYGLOT_TRACES) expect(served.includes(trace), `${trace} in ${file}`).toBe(false);
  }

  await page.getByRole('link', { name: 'Изменить' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Изменение объявления');
  await expect(field(page, 'Название')).toHaveValue(title);
  await expect(previews(page)).toHaveCount(3);
  await field(page, 'Название').fill(`${title} складной`);
  await page.getByRole('button', { name: 'Убрать: фото 2' }).click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Объявление успешно изменено')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} складной`);
  await expect(page.getByRole('button', { name: 'Открыть фото 2 из 2' })).toBeVisible();

  // Archiving needs no confirmation, because it can be undone; later visitors see that the ad is archived.
  await page.getByRole('button', { name: /^Действия: / }).click();
  await page.getByRole('menuitem', { name: 'В архив' }).click();
  await expect(toast(page, 'Объявление перенесено в архив')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Вернуть из архива' })).toBeVisible();
  await expect.poll(async () => (await guest.request.get(address)).status()).toBe(410);
  await guest.goto(address);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Объявление снято с публикации');
  await expect(guest.getByRole('link', { name: 'Смотреть другие объявления' })).toBeVisible();
});

test('a fourth photo is refused with a word, and so is what is no picture', { tag: LONG }, async ({ page, photos }) => {
  await openNewAd(page);
  await chooseFiles(page).setInputFiles([...photos, ...photos.slice(0, 1)]);
  await expect(page.getByText('Можно добавить не больше 3 фотографий')).toBeVisible();
  await expect(previews(page)).toHaveCount(3);
  await expect(page.getByLabel('Добавить фото').filter({ visible: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Убрать: фото 3' }).click();
  await chooseFiles(page).setInputFiles([
    { name: 'IMG_0004.HEIC', mimeType: 'image/heic', buffer: Buffer.from('heic') },
  ]);
  await expect(page.getByText(/^Формат HEIC не подходит: IMG_0004\.HEIC/)).toBeVisible();
  await chooseFiles(page).setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }]);
  await expect(page.getByText(/^Этот файл не подходит: notes\.txt/)).toBeVisible();
  await expect(previews(page)).toHaveCount(2);
});

test('an ad without title and description is not sent, nor one whose price is no sum', { tag: LONG }, async ({
  page,
}) => {
  await openNewAd(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/boards')) calls.push(request.method());
  });
  await page.getByRole('button', { name: 'Разместить', exact: true }).click();
  await expect(toast(page, 'Пожалуйста, заполните название и описание объявления')).toBeVisible();
  await expect(field(page, 'Название')).toBeFocused();
  await field(page, 'Цена').pressSequentially('1a2b');
  await expect(page.getByText('Пожалуйста, используйте только цифры')).toBeVisible();
  await expect(page.getByText('0/255')).toBeVisible();
  await field(page, 'Название').fill('Ж'.repeat(300));
  await expect(field(page, 'Название')).toHaveValue('Ж'.repeat(255));
  await expect(page.getByText('255/255')).toBeVisible();
  await field(page, 'Описание').fill('Подробности при встрече');
  await page.getByRole('button', { name: 'Разместить', exact: true }).click();
  await expect(field(page, 'Цена')).toBeFocused();
  await field(page, 'Цена').fill('12 000,50 руб');
  await expect(page.getByText(/^Копейки отброшены: 12.000.₽$/)).toBeVisible();
  expect(calls).toEqual([]);
});

test('a long title is cut on cards and in crumbs, and whole on its page', { tag: LONG }, async ({ page }) => {
  await openNewAd(page);
  const title = `${freshTitle()} с тентом, фарой и багажником для двоих`;
  await field(page, 'Название').fill(title);
  await field(page, 'Описание').fill('Подробности при встрече');
  await page.getByRole('button', { name: 'Разместить', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('Цена не указана').first()).toBeVisible();
  const crumb = page.locator('nav[aria-label="Вы здесь"] [aria-current=page]');
  await expect(crumb).toHaveText(/^.{49,50}…$/);
  await page.goto('/');
  const link = page.getByRole('link', { name: new RegExp(`^${title.slice(0, 20)}`) });
  await expect(link).toHaveText(/^.{33,34}…$/);
  await expect(link).toHaveAttribute('title', title);
});

test('what was typed survives a reload, and photos are not lost without a question', async ({ page, photos }) => {
  await openNewAd(page);
  const title = freshTitle();
  await field(page, 'Название').fill(title);
  await page.reload();
  await expect(page.getByText('Черновик восстановлен. Фотографии нужно добавить снова.')).toBeVisible();
  await expect(field(page, 'Название')).toHaveValue(title);
  await chooseFiles(page).setInputFiles(photos.slice(0, 1));
  await expect(previews(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Главная' }).filter({ visible: true }).first().click();
  const question = page.getByRole('dialog', { name: 'Уйти со страницы?' });
  await question.getByRole('button', { name: 'Отмена' }).click();
  await expect(page).toHaveURL(/\/add$/);
  await page.getByRole('link', { name: 'Главная' }).filter({ visible: true }).first().click();
  await question.getByRole('button', { name: 'Уйти' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('only the owner comes to the form of an ad', { tag: LONG }, async ({ page }) => {
  await page.goto('/ad/2/edit');
  await expect(page).toHaveURL(/\/auth\?next=/);
  const person = await createPerson({ paid: true });
  await signIn(page.context(), person);
  await page.goto('/ad/2/edit');
  await expect(page).toHaveURL(/\/$/);
});
