import { expect } from '@playwright/test';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test } from '../support/test.ts';
import { field, freshWord, ownCard, publishAd, toast } from './ad-pages.ts';

test('a seller picks the category that the title speaks of, and puts many ads away, back and out at once', {
  tag: [PHONE_TOO, LONG],
}, async ({ page }) => {
  const seller = await createPerson({ firstname: 'Павла', paid: true });
  await signIn(page.context(), seller);
  const word = freshWord();
  const titles = [`Торшер ${word}`, `Ширма ${word}`, `Мольберт ${word}`];
  for (const title of titles) await publishAd(seller, title);

  await open(page, '/add');
  await field(page, 'Название').fill('Велосепед горный, 27,5');
  await page.getByRole('button', { name: 'Транспорт → Велосипед' }).click();
  await expect(page.getByRole('combobox', { name: 'Категория' })).toHaveValue('Транспорт');
  const attributes = page.getByRole('group', { name: 'Характеристики' });
  await expect(attributes.getByRole('combobox', { name: 'Вид' })).toHaveValue('Велосипед');
  await expect(attributes.getByRole('combobox', { name: 'Размер рамы' })).toBeVisible();
  await expect(attributes.getByRole('combobox', { name: 'Коробка передач' })).toHaveCount(0);
  await expect(page.getByText('Черновик сохранён', { exact: true })).toBeVisible();

  await open(page, '/ads');
  const tabs = page.getByRole('navigation', { name: 'Списки объявлений' });
  await tabs.getByRole('link', { name: /^Требуют внимания/ }).click();
  await expect(page).toHaveURL(/\?tab=attention$/);
  await expect(page.getByText('Недописанное объявление: «Велосепед горный, 27,5»')).toBeVisible();

  await tabs.getByRole('link', { name: 'Активные 3' }).click();
  await expect(page).toHaveURL(/\?tab=active$/);
  const card = ownCard(page, titles[0] ?? '');
  await expect(card.getByRole('link', { name: 'Продвинуть' })).toBeVisible();
  await expect(card.getByRole('img', { name: /^Просмотры за 14 дней: всего 0/ })).toBeVisible();
  const acts = page.getByRole('region', { name: 'Действия с выбранными' });
  await page.getByRole('checkbox', { name: `Выбрать: ${titles[0]}` }).check();
  await page.getByRole('checkbox', { name: `Выбрать: ${titles[1]}` }).check();
  await acts.getByRole('button', { name: 'Продано' }).click();
  await expect(toast(page, 'Отмечено проданными: 2')).toBeVisible();
  await tabs.getByRole('link', { name: 'Проданные 2' }).click();
  await expect(page).toHaveURL(/\?tab=sold$/);
  await expect(page.locator('[data-ad]')).toHaveCount(2);

  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await expect(acts).toContainText('Выбрано: 2');
  await acts.getByRole('button', { name: 'В архив' }).click();
  await toast(page, 'В архиве: 2').getByRole('button', { name: 'Вернуть' }).click();
  await expect(toast(page, 'Возвращено: 2')).toBeVisible();

  await open(page, '/ads?tab=sold');
  await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).check();
  await acts.getByRole('button', { name: 'Удалить навсегда' }).click();
  const question = page.getByRole('dialog', { name: 'Удалить навсегда 2 объявления?' });
  await expect(question).toContainText('Вернуть их нельзя.');
  await question.getByRole('button', { name: 'Удалить навсегда' }).click();
  await expect(toast(page, 'Удалено навсегда: 2')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Проданных пока нет' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Все 1' })).toBeVisible();
});
