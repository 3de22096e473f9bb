import { expect, type Locator, type Page } from '@playwright/test';
import { phonePhoto } from '../../server/test/uploads/corpus.ts';
import { phoneVideo } from '../../server/test/uploads/videos.ts';
import { freshWord, toast } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test } from '../support/test.ts';

// Needs the codecs of videos recorded by phones.
test.use({ wholeBrowser: true });

const photo = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
const chooser = (page: Page): Locator => page.getByLabel(/Добавить фото/).first();
const words = (page: Page): Locator => page.getByLabel('Описание', { exact: true });
const submit = (page: Page): Locator => page.getByRole('button', { name: 'Опубликовать', exact: true });
const drafted = (page: Page): Locator => page.getByText('Черновик сохранён', { exact: true });

async function becomeAuthor(page: Page): Promise<Person> {
  const author = await createPerson({ firstname: 'Лида', paid: true });
  await signIn(page.context(), author);
  return author;
}

async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 10_000_000,
    uploadThroughput: bytesPerSecond,
  });
}

const published = (author: Person) =>
  api<{ total: number; list: { publish_description: string; content: { kind: string }[] }[] }>(
    'GET',
    `/api/publish/get/by/user?user_id=${author.id}`,
    { token: author.token },
  );

/** Alt texts of the only draft on the server, in order; the page shows «saved» also for a local save. */
const draftedAlts = async ({ token }: Person): Promise<string[] | undefined> => {
  const { list } = await api<{ list: { content: { alt: string }[] }[] }>('GET', '/api/publish/drafts', { token });
  return list[0]?.content.map(({ alt }) => alt);
};

test('a video whose upload loses the network half way is published once when the network is back', {
  tag: LONG,
}, async ({ page, watch }) => {
  watch.allow(/net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/);
  watch.allow(/WebSocket connection/);
  const author = await becomeAuthor(page);
  const text = `Прогулка ${freshWord()}`;
  const film = await phoneVideo({ size: '1280x720', seconds: 4, more: ['-crf', '1'] });
  expect(film.length).toBeGreaterThan(2_000_000);
  await open(page, `/user/${author.id}/social/add`);
  await slowDown(page, film.length / 8);
  await chooser(page).setInputFiles({ name: 'IMG_0001.MOV', mimeType: 'video/quicktime', buffer: film });
  await words(page).fill(text);
  const bar = page.getByRole('progressbar');
  // The slow connection loads the code of the upload too.
  const sent = async (): Promise<number> => Number(await bar.getAttribute('value'));
  await expect.poll(sent, { timeout: 60_000 }).toBeGreaterThan(0.5);
  await page.context().setOffline(true);
  await expect(page.getByText('Ждём соединения')).toBeVisible();

  await submit(page).click();
  await expect(page.getByText('Нет соединения. Опубликуем, как только оно появится.')).toBeVisible();
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(toast(page, 'Публикация добавляется. Подождите!')).toBeVisible();

  await page.context().setOffline(false);
  await slowDown(page, film.length);
  await expect(page).toHaveURL(new RegExp(`/user/${author.id}/social/\\d+$`), { timeout: 60_000 });
  await expect(page.getByRole('main')).toContainText(text);
  const { list } = await published(author);
  expect(list.map(({ publish_description, content }) => [publish_description, content.length])).toEqual([[text, 1]]);
});

test('a video blocks other files, and says so', async ({ page }) => {
  const author = await becomeAuthor(page);
  await open(page, `/user/${author.id}/social/add`);
  const film = await phoneVideo({ seconds: 1 });
  await chooser(page).setInputFiles([
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: film },
    photo('1.jpg', await phonePhoto({ megapixels: 1 })),
  ]);
  await expect(page.getByText(/К видео нельзя добавить другие файлы/)).toBeVisible();
  await expect(page.getByRole('slider', { name: /Обложка видео/ })).toBeVisible();
  await expect(chooser(page)).toHaveCount(0);
});

test('photos and words of an unfinished publication survive a reload, and another device goes on with them', {
  tag: LONG,
}, async ({ page, visitor }) => {
  const author = await becomeAuthor(page);
  const text = `Обжиг ${freshWord()}`;
  await open(page, `/user/${author.id}/social/add`);
  await chooser(page).setInputFiles([
    photo('1.jpg', await phonePhoto({ megapixels: 1 })),
    photo('2.jpg', await phonePhoto({ megapixels: 1, motif: 1 })),
  ]);
  await words(page).fill(text);
  await page.getByLabel('Описание для незрячих, фото 2').fill('Ваза на окне');
  await expect.poll(() => draftedAlts(author)).toEqual(['', 'Ваза на окне']);
  await expect(drafted(page)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Открыт ваш черновик/)).toBeVisible();
  await expect(words(page)).toHaveValue(text);
  await expect(page.getByLabel('Описание для незрячих, фото 2')).toHaveValue('Ваза на окне');
  await page.getByRole('button', { name: 'Передвинуть к концу: фото 1' }).click();
  await expect(page.getByLabel('Описание для незрячих, фото 1')).toHaveValue('Ваза на окне');
  await expect.poll(() => draftedAlts(author)).toEqual(['Ваза на окне', '']);

  const other = await visitor();
  await signIn(other.context(), author);
  await open(other, `/user/${author.id}/social/drafts`);
  await other.getByRole('link', { name: `Продолжить: ${text}` }).click();
  await expect(other.getByLabel('Описание для незрячих, фото 1')).toHaveValue('Ваза на окне');
  await submit(other).click();
  await expect(other).toHaveURL(new RegExp(`/user/${author.id}/social/\\d+$`));
  expect((await published(author)).total).toBe(1);

  await open(page, `/user/${author.id}/social/add`);
  await expect(words(page)).toHaveValue('');
});

test('a publication is planned, waits in the list, and comes out by hand', async ({ page }) => {
  const author = await becomeAuthor(page);
  const text = `Завтра ${freshWord()}`;
  await open(page, `/user/${author.id}/social/add`);
  await chooser(page).setInputFiles(photo('1.jpg', await phonePhoto({ megapixels: 1 })));
  await words(page).fill(text);
  await page.getByRole('button', { name: 'Запланировать…' }).click();
  await page.getByRole('button', { name: /^Завтра в/ }).click();
  await page.getByRole('button', { name: 'Запланировать', exact: true }).click();
  await expect(page).toHaveURL(/\/social\/drafts$/);
  await expect(toast(page, /^Публикация выйдет/)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Выйдет .*09:00/);
  expect((await published(author)).total).toBe(0);
  await page.getByRole('button', { name: `Опубликовать сейчас: ${text}` }).click();
  await expect(toast(page, 'Публикация успешно создано')).toBeVisible();
  expect((await published(author)).total).toBe(1);
});

test('words alone are published, nothing at all is not, and others are led away from the form', { tag: LONG }, async ({
  page,
}) => {
  const author = await becomeAuthor(page);
  await open(page, `/user/${author.id}/social/add`);
  await submit(page).click();
  await expect(toast(page, 'Напишите что-нибудь или добавьте фото или видео').first()).toBeVisible();
  await words(page).fill('Только слова');
  await submit(page).click();
  await expect(page).toHaveURL(new RegExp(`/user/${author.id}/social/\\d+$`));
  await expect(page.getByRole('article')).toContainText('Только слова');
  await open(page, `${new URL(page.url()).pathname}/edit`);
  await words(page).fill('Другие слова');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('article')).toContainText('Другие слова');
  const other = await createPerson();
  await open(page, `/user/${other.id}/social/add`);
  await expect(page).toHaveURL(new RegExp(`/user/${other.id}/social$`));
});

test('words and order of a publication are changed, and what was not saved is asked about', { tag: LONG }, async ({
  page,
}) => {
  const author = await becomeAuthor(page);
  await open(page, `/user/${author.id}/social/add`);
  await chooser(page).setInputFiles(photo('1.jpg', await phonePhoto({ megapixels: 1 })));
  await words(page).fill('Первое слово');
  await submit(page).click();
  await expect(page).toHaveURL(new RegExp(`/user/${author.id}/social/\\d+$`));
  const address = new URL(page.url()).pathname;
  await open(page, `${address}/edit`);
  await words(page).fill('Второе слово');
  await page.getByRole('link', { name: 'Мои публикации' }).click();
  await page.getByRole('dialog', { name: 'Уйти со страницы?' }).getByRole('button', { name: 'Отмена' }).click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.getByRole('main')).toContainText('Второе слово');
});
