import { expect } from '@playwright/test';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test } from '../support/test.ts';
import { publishAd, toast } from './ad-pages.ts';

const FEED = `external_id;board_title;board_description;board_price;city
a;Торшер;С абажуром;2500;Казань
b;Ширма;Бамбук;;Небывальск
`;

test('a seller on vacation answers by an away answer, then by a template', { tag: [LONG, PHONE_TOO] }, async ({
  page,
  visitor,
  picture,
}) => {
  const [seller, buyer] = [await createPerson({ firstname: 'Прасковья', paid: true }), await createPerson()];
  const ad = await publishAd(seller, 'Самовар угольный');
  const theirs = await visitor();
  await Promise.all([signIn(page.context(), seller), signIn(theirs.context(), buyer)]);

  await open(page, '/profile/seller');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await part('Отпуск').getByRole('switch').press('Space');
  await expect(part('Отпуск').getByRole('switch')).toBeChecked();
  await part('Часы работы').getByRole('switch', { name: 'Часы работы' }).press('Space');
  await part('Часы работы').getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Часы работы сохранены')).toBeVisible();
  await part('Автоответ').getByRole('switch').press('Space');
  await part('Автоответ').getByRole('textbox').fill('Вернусь в понедельник');
  await part('Автоответ').getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Автоответ сохранён')).toBeVisible();
  const templates = part('Шаблоны ответов');
  await templates.getByRole('button', { name: 'Добавить шаблон' }).click();
  await templates.getByRole('textbox', { name: 'Название шаблона 1' }).fill('Адрес');
  await templates.getByRole('textbox', { name: 'Текст шаблона 1' }).fill('Самовывоз с Кремлёвской, 18');
  await templates.getByRole('button', { name: 'Сохранить' }).click();
  await expect(toast(page, 'Шаблоны сохранены')).toBeVisible();
  await picture('seller-settings');

  await open(theirs, `/conversation/${seller.id}?board_id=${ad}`);
  const field = theirs.getByRole('textbox', { name: 'Сообщение', exact: true });
  await field.fill('Самовар ещё у вас?');
  await field.press('Control+Enter');
  const answer = theirs.getByRole('article').filter({ hasText: 'Вернусь в понедельник' });
  await expect(answer).toContainText('Автоответ');
  await picture('away-answer', theirs);

  await open(page, `/conversation/${buyer.id}`);
  await page.getByRole('button', { name: 'Шаблоны ответов' }).click();
  await picture('templates');
  await page.getByRole('button', { name: /^Адрес/ }).click();
  await page.getByRole('textbox', { name: 'Сообщение', exact: true }).press('Control+Enter');
  await expect(theirs.getByRole('article').filter({ hasText: 'Самовывоз с Кремлёвской, 18' })).toBeVisible();
});

test('a seller checks a feed, and what the check said is done', { tag: [LONG, PHONE_TOO] }, async ({
  page,
  picture,
}) => {
  await signIn(page.context(), await createPerson({ firstname: 'Ульяна', paid: true }));
  await open(page, '/profile/seller/feed');
  await page.getByLabel('Выбрать файл').setInputFiles({
    name: 'ads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(FEED),
  });
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('неизвестное место: Небывальск')).toBeVisible();
  await picture('feed-checked');
  await page.getByRole('button', { name: 'Выполнить: 1 объявление' }).click();
  await expect(page.getByRole('region', { name: 'Готово' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Торшер' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Торшер' })).toBeVisible();
});
