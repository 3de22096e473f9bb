import { expect, type Page } from '@playwright/test';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test } from '../support/test.ts';
import {
  applyFilters,
  cardOf,
  cards,
  field,
  filter,
  freshWord,
  openFilters,
  publishAd,
  searchField,
} from './ad-pages.ts';

const chooseKind = (page: Page, name: string): Promise<void> =>
  page.getByRole('group', { name: 'Вид объявления' }).getByRole('radio', { name }).check();

test('an ad is wanted by the form, and its owner is told of a fitting one within a minute', {
  tag: PHONE_TOO,
}, async ({ page, picture }) => {
  const [buyer, seller] = await Promise.all([
    createPerson({ firstname: 'Ксения', paid: true }),
    createPerson({ firstname: 'Пётр', paid: true }),
  ]);
  await signIn(page.context(), buyer);
  const word = freshWord();
  await open(page, '/add');
  await picture('kind-sell');
  await chooseKind(page, 'Сдам');
  await expect(page.getByRole('combobox', { name: 'Цена за' })).toHaveValue('Месяц');
  await picture('kind-rent');
  await chooseKind(page, 'Куплю');
  await field(page, 'Название').fill(`Куплю ${word}`);
  await page.getByRole('textbox', { name: 'Описание' }).fill('В любом состоянии.');
  await page.getByRole('textbox', { name: 'Куплю до' }).fill('5000');
  await picture('kind-buy');
  await page.getByRole('button', { name: 'Разместить', exact: true }).click();
  await expect(page).toHaveURL(/\/ad\/\d+$/);
  await expect(page.getByRole('complementary').getByText('до 5 000 ₽')).toBeVisible();
  await picture('wanted-ad');

  await open(page, '/notifications');
  await publishAd(seller, `Продам ${word}`, { board_price: '4000' });
  await expect(page.getByText(`Продам ${word}`).filter({ visible: true }).first()).toBeVisible({ timeout: 60_000 });
});

test('readers narrow the list by kind, ask for a gift, and its owner draws who gets it', {
  tag: [PHONE_TOO, LONG],
}, async ({ page, visitor, picture, isMobile }) => {
  const [owner, reader] = await Promise.all([
    createPerson({ firstname: 'Ольга', paid: true }),
    createPerson({ firstname: 'Роман' }),
  ]);
  const word = freshWord();
  await publishAd(owner, `Палатка ${word}`, { board_kind: 'rent', board_price_period: 'day', board_price: '700' });
  await publishAd(owner, `Лодка ${word}`, { board_kind: 'swap', board_swap_for: 'Самокат' });
  const gift = await publishAd(owner, `Диван ${word}`, { board_kind: 'give' });

  await open(page, `/?search=${encodeURIComponent(word)}`);
  await expect(cards(page)).toHaveCount(3);
  await expect(cardOf(page, `Палатка ${word}`)).toContainText('700 ₽ в сутки');
  await picture('kinds-list');
  await openFilters(page, isMobile);
  const kinds = filter(page).getByLabel('Вид объявления');
  await expect(kinds.getByRole('option', { name: 'Отдам · 1' })).toBeAttached();
  await kinds.selectOption('give');
  await picture('kinds-filters');
  await expect(searchField(page)).toHaveValue(word);
  await applyFilters(page, isMobile);
  await expect(page).toHaveURL(/kind=give/);
  await expect(cards(page)).toHaveCount(1);
  await expect(cardOf(page, `Диван ${word}`)).toContainText('Бесплатно');

  await signIn(page.context(), reader);
  expect(await (await page.request.get(`/ad/${gift}`)).text()).toContain('Хочу забрать');
  await open(page, `/ad/${gift}`);
  const draw = page.getByRole('region', { name: 'Кому отдать, решит жребий' });
  await draw.getByRole('button', { name: 'Хочу забрать' }).click();
  await expect(draw.getByText('Ваш номер: 1')).toBeVisible();
  await draw.getByText('Как проверить жребий').click();
  await picture('draw-open');

  const own = await visitor();
  await signIn(own.context(), owner);
  await open(own, `/ad/${gift}`);
  const ownDraw = own.getByRole('region', { name: 'Кому отдать, решит жребий' });
  await ownDraw.getByRole('button', { name: 'Бросить жребий' }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Бросить жребий' }).click();
  await expect(ownDraw.getByRole('link', { name: /^Забирает: Роман/ })).toBeVisible();

  await open(page, `/ad/${gift}`);
  await expect(draw.getByText('Выпал номер 1 из 1')).toBeVisible();
  await draw.getByText('Как проверить жребий').click();
  await picture('draw-made');
  await draw.getByRole('link', { name: 'Это вы! Договоритесь в чате' }).click();
  await expect(page.getByRole('log', { name: 'Сообщения' }).getByText('Бесплатно').first()).toBeVisible();
  await picture('draw-chat');
});
