import { expect, type Locator, type Page } from '@playwright/test';
import { phonePhoto } from '../../server/test/uploads/corpus.ts';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test, waitForHydration } from '../support/test.ts';
import { act, cardOf, chooseFiles, field, freshWord, ownCard, pick, previews, publishAd, toast } from './ad-pages.ts';

const DEMO_PASSWORD = 'okolo-demo-1';

async function becomeSeller(page: Page): Promise<Person> {
  const seller = await createPerson({ firstname: 'Павла', paid: true });
  await signIn(page.context(), seller);
  return seller;
}

const publish = (page: Page): Promise<void> => page.getByRole('button', { name: 'Разместить', exact: true }).click();
const attribute = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Характеристики' }).getByRole('combobox', { name });

test('a seller begins an ad on one device, goes on with it on another, and publishes it with attributes and a district', {
  tag: LONG,
}, async ({ page, visitor }) => {
  const seller = await becomeSeller(page);
  const title = `Ноутбук ${freshWord()}`;
  await open(page, '/add');
  await field(page, 'Название').fill(title);
  await field(page, 'Описание').fill('Держит заряд, не греется.');
  await pick(page, 'Категория', 'Электроника');
  await pick(page, 'Вид', 'Ноутбук');
  // The page shows «saved» from the first save on, so the test waits for the last one on the server.
  type Kept = { draft: { board_attributes?: Record<string, unknown> } | null };
  const kept = async () => (await api<Kept>('GET', '/api/boards/draft', { token: seller.token })).draft;
  await expect.poll(async () => Object.keys((await kept())?.board_attributes ?? {})).toHaveLength(1);
  await expect(page.getByText('Черновик сохранён', { exact: true })).toBeVisible();

  const other = await visitor();
  await signIn(other.context(), seller);
  await open(other, '/add');
  await expect(field(other, 'Название')).toHaveValue(title);
  await expect(attribute(other, 'Вид')).toHaveValue('Ноутбук');
  await pick(other, 'Состояние', 'Как новое');
  await field(other, 'Цена').pressSequentially('42000');
  await other.getByRole('combobox', { name: 'Город' }).fill('казань');
  await pick(other, 'Город', 'Казань Россия');
  await other
    .getByRole('combobox', { name: 'Район или метро' })
    .or(field(other, 'Район или метро'))
    .first()
    .fill('м. Кремлёвская');
  await other.keyboard.press('Escape');
  await publish(other);
  await expect(other).toHaveURL(/\/ad\/\d+$/);
  await expect(toast(other, 'Объявление успешно создано')).toBeVisible();
  const main = other.getByRole('main');
  await expect(main).toContainText('м. Кремлёвская');
  await expect(main).toContainText('Как новое');

  await open(page, '/add');
  await expect(field(page, 'Название')).toHaveValue('');
});

test('an ad changed in two tabs asks which words to keep, and loses none', { tag: LONG }, async ({ page, watch }) => {
  watch.allow(/the server responded with a status of 409/);
  const seller = await becomeSeller(page);
  const title = `Велокресло ${freshWord()}`;
  const id = await publishAd(seller, title);
  const second = await page.context().newPage();
  await open(page, `/ad/${id}/edit`);
  await open(second, `/ad/${id}/edit`);
  await field(second, 'Описание').fill('Описание из второй вкладки.');
  await second.getByRole('button', { name: 'Сохранить' }).click();
  await expect(second).toHaveURL(new RegExp(`/ad/${id}$`));

  await field(page, 'Название').fill(`${title} детское`);
  await field(page, 'Описание').fill('Описание из первой вкладки.');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  const question = page.getByRole('dialog', { name: 'Объявление изменено в другом месте' });
  await expect(question).toContainText('Описание из первой вкладки.');
  await expect(question).toContainText('Описание из второй вкладки.');
  await question.getByRole('button', { name: 'Вернуться к форме' }).click();
  await expect(field(page, 'Описание')).toHaveValue('Описание из первой вкладки.');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await question.getByRole('group', { name: 'Описание' }).getByText('Описание из второй вкладки.').click();
  await question.getByRole('button', { name: 'Сохранить выбранное' }).click();
  await expect(page).toHaveURL(new RegExp(`/ad/${id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} детское`);
  await expect(page.getByText('Описание из второй вкладки.')).toBeVisible();
});

test('photos change places, and the one that was made the cover stands on the card', { tag: LONG }, async ({
  page,
}) => {
  await becomeSeller(page);
  const title = `Мольберт ${freshWord()}`;
  // Unique pictures, because repeated ones trigger the duplicate question.
  const motif = Math.floor(Math.random() * 1e9) + 1;
  const files = await Promise.all(
    [0, 1, 2].map(async (number) => ({
      name: `IMG_${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await phonePhoto({ megapixels: 1, motif: motif + number * 1000 }),
    })),
  );
  await open(page, '/add');
  await field(page, 'Название').fill(title);
  await field(page, 'Описание').fill('Складной, бук.');
  await chooseFiles(page).setInputFiles(files);
  await expect(previews(page)).toHaveCount(3);
  const sources = () => previews(page).evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  const [first, second, third] = await sources();
  await page.getByRole('button', { name: 'Передвинуть к концу: фото 1' }).click();
  expect(await sources()).toEqual([second, first, third]);
  await page.getByRole('button', { name: 'Сделать обложкой: фото 3' }).click();
  expect(await sources()).toEqual([third, second, first]);
  await publish(page);
  await expect(page).toHaveURL(/\/ad\/\d+$/, { timeout: 60_000 });

  await page.getByRole('link', { name: 'Изменить' }).filter({ visible: true }).first().click();
  await expect(previews(page)).toHaveCount(3);
  const [, , last] = await sources();
  await page.getByRole('button', { name: 'Сделать обложкой: фото 3' }).click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page).toHaveURL(/\/ad\/\d+$/);
  await open(page, '/ads');
  const cover = cardOf(page, title).locator('img[srcset]').first();
  const fileOf = (source: string | null | undefined) => source?.replace(/-\d+\.webp.*$/, '');
  expect(fileOf(await cover.getAttribute('src'))).toBe(fileOf(last));
});

test('a seller reserves an ad, sells it, puts it back, archives it, undoes that, and restores it from the archive', async ({
  page,
  visitor,
}) => {
  const seller = await becomeSeller(page);
  const word = freshWord();
  const title = `Торшер ${word}`;
  const id = await publishAd(seller, title);
  const guest = await visitor();
  const inList = async (): Promise<number> => {
    const { total } = await (await guest.request.get(`/api/boards/enabled?search=${encodeURIComponent(word)}`)).json();
    return total;
  };
  await open(page, '/ads');
  await act(page, title, 'Отметить бронь');
  await expect(toast(page, 'Бронь отмечена')).toBeVisible();
  await expect(ownCard(page, title)).toContainText('Бронь');
  await open(guest, `/ad/${id}`);
  await expect(guest.getByRole('complementary', { name: 'Покупка' })).toContainText('Бронь');

  await act(page, title, 'Отметить проданным');
  await expect(ownCard(page, title)).toContainText('Продано');
  await expect.poll(inList).toBe(0);
  await open(guest, `/ad/${id}`);
  await expect(guest.getByText('Сделка состоялась')).toBeVisible();

  await act(page, title, 'Снова в продаже');
  await expect(ownCard(page, title)).toContainText('Активно');
  await expect.poll(inList).toBe(1);

  await act(page, title, 'В архив');
  await expect(ownCard(page, title)).toHaveCount(0);
  await toast(page, 'Объявление перенесено в архив').getByRole('button', { name: 'Вернуть' }).click();
  await expect(ownCard(page, title)).toBeVisible();

  await act(page, title, 'В архив');
  await expect(ownCard(page, title)).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Списки объявлений' }).getByRole('link', { name: 'Архив' }).click();
  await expect(ownCard(page, title)).toContainText('Исчезнет через 30 дней');
  await ownCard(page, title).getByRole('button', { name: 'Вернуть из архива' }).click();
  await expect(toast(page, 'Объявление возвращено из архива')).toBeVisible();
  await open(page, '/ads');
  await expect(ownCard(page, title)).toContainText('Активно');
});

test('an ad whose time was over comes back by one press', { tag: LONG }, async ({ page, isMobile }) => {
  // Expired ads of the demo data, one per device, because time cannot be advanced.
  const [login, title] = isMobile ? ['dina', 'Гончарный фартук, лён'] : ['anna', 'Чемодан на четырёх колёсах, средний'];
  await signIn(page.context(), { login, password: DEMO_PASSWORD });
  await open(page, '/ads?tab=archive');
  const card = ownCard(page, title.slice(0, 20));
  await expect(card).toContainText('Срок вышел');
  await card.getByRole('button', { name: 'Продлить' }).click();
  await expect(toast(page, /^Объявление продлено до \d\d\.\d\d\.\d{4}/)).toBeVisible();
  await open(page, `/ads?search=${encodeURIComponent(title)}`);
  await expect(ownCard(page, title.slice(0, 20))).toContainText('Активно');
});

test('an ad with a stop word waits and says why; one that repeats another asks first', async ({ page }) => {
  const seller = await becomeSeller(page);
  const word = freshWord();
  const title = `Столик журнальный ${word} из массива дуба`;
  await publishAd(seller, title, {
    board_description: 'Массив дуба, масло, ножки откручиваются, высота 45 сантиметров.',
  });
  await open(page, '/add');
  await field(page, 'Название').fill(title);
  await field(page, 'Описание').fill('Массив дуба, масло, ножки откручиваются, высота 45 сантиметров.');
  await publish(page);
  const question = page.getByRole('dialog', { name: 'Похожее уже опубликовано' });
  await expect(question).toContainText('Ваше объявление');
  await question.getByRole('button', { name: 'Вернуться к форме' }).click();
  await expect(page).toHaveURL(/\/add$/);

  await field(page, 'Название').fill(`Рулетка ${freshWord()}`);
  await field(page, 'Описание').fill('Как в настоящем казино: сукно, фишки, шарик.');
  await publish(page);
  await expect(page).toHaveURL(/\/ad\/\d+$/);
  await expect(
    page.getByRole('heading', { name: 'Объявление на проверке' }).or(page.getByText('Объявление на проверке')).first(),
  ).toBeVisible();
  await expect(page.getByText(/Найдено «казино»/).first()).toBeVisible();
});

test('the owner sees how the ad is doing, and nobody counts twice', { tag: LONG }, async ({ page, visitor }) => {
  const seller = await becomeSeller(page);
  const title = `Ширма ${freshWord()}`;
  const id = await publishAd(seller, title);
  const buyer = await createPerson({ firstname: 'Мила' });
  const other = await visitor();
  await signIn(other.context(), buyer);
  for (let sampleRoom = 0; sampleRoom < 2; sampleRoom++) {
    const counted = other.waitForResponse((response) => /\/views?\b/.test(new URL(response.url()).pathname));
    await open(other, `/ad/${id}`);
    await counted;
  }
  await open(page, '/ads');
  await act(page, title, 'Статистика');
  const graph = page.getByRole('dialog', { name: 'Статистика' });
  await expect(graph.getByRole('img', { name: /^Просмотры по дням: всего 1, больше всего 1/ })).toBeVisible();
  await expect(graph.getByRole('img', { name: 'Сообщения по дням: пока ничего' })).toBeVisible();
  await graph.getByRole('button', { name: 'Закрыть' }).click();
  await expect(graph).toBeHidden();
});

test('the owner answers a buyer, hides a comment from everybody else, and closes comments', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const seller = await becomeSeller(page);
  const [buyer, troll] = [await createPerson({ firstname: 'Мила' }), await createPerson({ firstname: 'Злата' })];
  const id = await publishAd(seller, `Патефон ${freshWord()}`);
  const say = (who: Person, message: string) =>
    api('PUT', '/api/comments', { token: who.token, json: { board_id: id, message } });
  await say(buyer, 'Пластинки отдаёте вместе?');
  await say(troll, 'Реклама: лучшие казино здесь.');
  const reader = await visitor();
  await signIn(reader.context(), buyer);
  await open(reader, `/ad/${id}`);
  await expect(reader.getByText('Реклама: лучшие казино здесь.')).toBeVisible();

  await open(page, `/ad/${id}`);
  const comment = (words: string): Locator => page.getByRole('listitem').filter({ hasText: words });
  await comment('Реклама')
    .getByRole('button', { name: /^Действия с комментарием, Злата/ })
    .click();
  await comment('Реклама').getByRole('button', { name: 'Скрыть', exact: true }).click();
  await expect(comment('Реклама')).toContainText('Скрыт от остальных');
  await expect(reader.getByText('Реклама: лучшие казино здесь.')).toHaveCount(0);

  await comment('Пластинки')
    .getByRole('button', { name: /^Ответить, Мила/ })
    .click();
  await page.getByRole('textbox', { name: /^Ответ · Мила/ }).fill('Отдаю, их двенадцать.');
  await comment('Пластинки').getByRole('button', { name: 'Отправить', exact: true }).click();
  const answer = reader.getByRole('listitem').filter({ hasText: 'Отдаю, их двенадцать.' }).last();
  await expect(answer).toContainText('Автор объявления');

  await page.getByRole('link', { name: 'Изменить' }).filter({ visible: true }).first().click();
  await waitForHydration(page);
  await pick(page, 'Кто может комментировать', 'Никто');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page).toHaveURL(new RegExp(`/ad/${id}$`));
  await open(reader, `/ad/${id}`);
  await expect(reader.getByText('Комментарии к этому объявлению закрыты')).toBeVisible();
  await expect(reader.getByText('Отдаю, их двенадцать.')).toBeVisible();
});
