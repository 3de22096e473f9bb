import { expect, type Locator, type Page } from '@playwright/test';
import { cardOf, field, filter, freshWord, heart, publishAd, searchField } from '../market/ad-pages.ts';
import { latestCode, waitForEmail } from '../support/emails.ts';
import { createPerson, freshLogin, freshPhone, signIn } from '../support/people.ts';
import { LONG, open, test, waitForHydration } from '../support/test.ts';

const STEPS_MAX = 120;

/** Presses Tab until the control has the focus, which has to show; fails where the keyboard does not lead to it. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const isFocused = (): Promise<boolean> => control.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await isFocused()) {
      await expect(control).toBeInViewport();
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${STEPS_MAX} presses of Tab do not lead to ${control}`);
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).filter({ visible: true });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

test.describe('by the keyboard alone', { tag: LONG }, () => {
  test('a newcomer registers and confirms the email', async ({ page }) => {
    const login = freshLogin();
    const email = `${login}@example.com`;
    await open(page, '/register');
    await press(page, button(page, 'Принимаю'));
    await expect(heading(page)).toHaveText('Расскажите о себе');
    await waitForHydration(page);
    for (const [name, value] of [
      ['Имя', 'Ника'],
      ['Фамилия', 'Новосёлова'],
      ['Электронная почта', email],
      ['Телефон', freshPhone()],
      ['Логин', login],
    ] as const)
      await type(page, field(page, name).or(page.getByRole('combobox', { name, exact: true })), value);
    await type(page, page.getByLabel(/^Пароль/), 'тёплый-вечер-5');
    await type(page, page.getByLabel(/^Повторите пароль/), 'тёплый-вечер-5');
    await press(page, page.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }), 'Space');
    await press(page, button(page, 'Зарегистрироваться'));
    const first = page.getByRole('textbox', { name: 'Цифра 1' });
    await expect(first).toBeVisible();
    await waitForEmail(email, 'Код подтверждения');
    await type(page, first, await latestCode(email));
    await expect(page.getByRole('button', { name: /^Меню профиля/ })).toBeVisible();
  });

  test('a buyer searches, keeps an ad in the favourites and writes to its seller', async ({ page, watch }) => {
    watch.allow(/status of 404/);
    const [seller, buyer] = [await createPerson({ paid: true }), await createPerson({ firstname: 'Мила' })];
    const word = freshWord();
    const title = `Лампа ${word}`;
    await publishAd(seller, title);
    await signIn(page.context(), buyer);
    await open(page, '/');
    await type(page, searchField(page), word);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(word)}`));
    await expect(cardOf(page, title)).toBeVisible();
    await expect(filter(page)).toBeVisible();
    await press(page, heart(page, title).first(), 'Space');
    await expect(heart(page, title).first()).toHaveAttribute('aria-pressed', 'true');
    await press(page, cardOf(page, title).getByRole('link', { name: title }).first());
    await expect(heading(page)).toHaveText(title);
    await waitForHydration(page);
    await press(page, page.getByRole('link', { name: 'Написать' }).filter({ visible: true }).first());
    await expect(page).toHaveURL(/\/conversation\//);
    await waitForHydration(page);
    const words = page.getByRole('textbox', { name: 'Сообщение' });
    await type(page, words, 'Ещё продаётся?');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByText('Ещё продаётся?')).toBeVisible();
    await open(page, '/ads?tab=favourite');
    await expect(cardOf(page, title)).toBeVisible();
  });

  test('a seller pays for the subscription and publishes an ad', async ({ page }) => {
    const person = await createPerson();
    const title = `Кресло ${freshWord()}`;
    await signIn(page.context(), person);
    await open(page, '/');
    await press(page, page.getByRole('link', { name: 'Разместить', exact: true }).filter({ visible: true }).first());
    const offer = page.getByRole('dialog', { name: 'Подписка на год' });
    await expect(offer).toBeVisible();
    await press(page, offer.getByRole('radio', { name: 'Банковская карта' }), 'Space');
    await press(page, offer.getByRole('button', { name: /^Оплатить 399/ }));
    await expect(page).toHaveURL(/\/sandbox\/pay\//);
    await press(page, button(page, 'Оплатить 399 ₽'));
    await expect(heading(page)).toHaveText('Новое объявление');
    await waitForHydration(page);
    await type(page, field(page, 'Название'), title);
    await type(page, field(page, 'Описание'), 'Почти новое, забирать вечером.');
    await type(page, field(page, 'Цена'), '3500');
    await press(page, button(page, 'Разместить'));
    await expect(page).toHaveURL(/\/ad\/\d+/);
    await expect(heading(page)).toHaveText(title);
  });
});
