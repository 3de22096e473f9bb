import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test } from '../support/test.ts';
import { addRelative, agreeOnPrice } from './meeting-people.ts';

const MINUTE_MS = 60_000;

const thread = (page: Page): Locator => page.getByRole('log', { name: 'Сообщения' });
const meetings = (page: Page): Locator => thread(page).getByRole('article').filter({ hasText: 'Встреча' });
const press = (page: Page, name: string): Promise<void> =>
  meetings(page).last().getByRole('button', { name, exact: true }).click();

/** A time as the field takes it, in the zone of the browsers of all tests. */
const fieldTime = (at: number): string => new Date(at + 180 * MINUTE_MS).toISOString().slice(0, 16);

async function propose(page: Page, place: RegExp, at: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: place }).check();
  await dialog.getByLabel('Время').fill(fieldTime(at));
  await dialog.getByRole('button', { name: 'Предложить' }).click();
  await expect(dialog).toBeHidden();
}

test('two people arrange a meeting in the chat, and say that they are there', { tag: [PHONE_TOO, LONG] }, async ({
  page,
  visitor,
}) => {
  const { seller, buyer } = await agreeOnPrice();
  await addRelative(buyer);
  await signIn(page.context(), buyer);
  const other = await visitor();
  await signIn(other.context(), seller);
  await open(page, `/conversation/${seller.id}`);
  await open(other, `/conversation/${buyer.id}`);

  await page.getByRole('button', { name: 'Назначить встречу' }).filter({ visible: true }).click();
  await propose(page, /Кольцо/, Date.now() + 24 * 60 * MINUTE_MS);
  await expect(meetings(page)).toContainText('Ждём ответа');
  await expect(page.getByRole('button', { name: 'Назначить встречу' })).toHaveCount(0);

  // The seller hears of it without reloading, and would rather meet now.
  await expect(meetings(other)).toContainText('Ждёт вашего ответа');
  await press(other, 'Другое место или время');
  await propose(other, /Почтамт|почтамт/, Date.now() + 20 * MINUTE_MS);
  await expect(meetings(page)).toHaveCount(2);
  await expect(meetings(page).first()).toContainText('Предложено другое место или время');
  await press(page, 'Принять');
  for (const each of [page, other]) await expect(meetings(each).last()).toContainText('Договорились о встрече');

  await press(page, 'Кому сообщить');
  const dialog = page.getByRole('dialog', { name: 'Кому сообщить' });
  await dialog.getByRole('radio', { name: 'Мария Проверкина' }).check();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(meetings(page).last()).toContainText('уведомление получит Мария Проверкина');
  await expect(meetings(other).last()).not.toContainText('Мария');

  await press(page, 'Я на месте');
  await expect(meetings(other).last()).toContainText('Вторая сторона на месте');
  await press(other, 'Я на месте');
  await expect(meetings(page).last()).toContainText('Обе стороны на месте');

  await open(page, '/profile/deals');
  const list = page.getByRole('region', { name: 'Встречи' });
  await expect(list.getByRole('article')).toContainText('Казанский почтамт');
  await list.getByRole('button', { name: 'Отменить', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Отменить встречу?' });
  await question.getByLabel('Причина').fill('Проспали автобус');
  await question.getByRole('button', { name: 'Отменить встречу' }).click();
  await expect(meetings(other).last()).toContainText('Причина: Проспали автобус');
});

test('after the time each says that all went well', { tag: LONG }, async ({ page, visitor }) => {
  test.setTimeout(240_000);
  const { seller, buyer } = await agreeOnPrice();
  await signIn(page.context(), buyer);
  await open(page, `/conversation/${seller.id}`);
  await page.getByRole('button', { name: 'Назначить встречу' }).filter({ visible: true }).click();
  await propose(page, /Кольцо/, Date.now() + 2 * MINUTE_MS);
  const other = await visitor();
  await signIn(other.context(), seller);
  await open(other, `/conversation/${buyer.id}`);
  await press(other, 'Принять');
  // The cards change by the job that watches the time.
  await expect(meetings(page)).toContainText('Как всё прошло?', { timeout: 200_000 });
  await press(page, 'Всё прошло хорошо');
  await expect(meetings(other)).toContainText('Вторая сторона подтвердила: всё хорошо');
  await press(other, 'Всё прошло хорошо');
  await expect(meetings(other)).toContainText('Вы подтвердили: всё хорошо');
});
