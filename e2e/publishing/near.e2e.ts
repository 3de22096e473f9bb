import { expect, type Locator, type Page } from '@playwright/test';
import { publishAd } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { open, test } from '../support/test.ts';

const articles = (page: Page): Locator => page.getByRole('feed').getByRole('article');
const where = (page: Page): Locator => page.getByRole('combobox', { name: 'Где' });

/** Cities that no other test and nobody of the demonstration lives in. */
async function cityOf(search: string): Promise<number> {
  const address = `/api/places/suggest?search=${encodeURIComponent(search)}`;
  const { places } = await api<{ places: { id: number; name: string }[] }>('GET', address);
  const found = places.find(({ name }) => name === search);
  if (found === undefined) throw new Error(`There is no city ${search}`);
  return found.id;
}

const write = ({ token }: Person, publish_description: string): Promise<unknown> =>
  api('PUT', '/api/publish/text', { token, json: { publish_description } });

test('beside the feed a reader sees what is new around, and what came meanwhile', async ({ page, picture }) => {
  const city = await cityOf('Рейкьявик');
  const author = await createPerson({ firstname: 'Мария', paid: true, city });
  const reader = await createPerson({ firstname: 'Анна', city });
  await write(author, 'Северное сияние над заливом');
  await publishAd(author, 'Сани с подогревом', { city: String(city) });
  await signIn(page.context(), reader);
  await open(page, `/user/${reader.id}/social`);
  await page.getByRole('navigation', { name: 'Лента и публикации' }).getByRole('link', { name: 'Рядом' }).click();
  await expect(articles(page)).toHaveText([/Сани с подогревом/, /Северное сияние/]);
  await expect(where(page)).toHaveValue('Рейкьявик');
  await picture('near-feed');

  await write(author, 'Сияние погасло');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: '1 новое' }).click();
  await expect(articles(page)).toHaveText([/Сияние погасло/, /Сани с подогревом/, /Северное сияние/]);
  await page.getByRole('combobox', { name: 'Радиус' }).selectOption({ label: '100 км' });
  await expect(page).toHaveURL(`/near?city=${city}&radius=100`);
  await expect(articles(page).first()).toContainText('Рейкьявик');
});

test('a guest is asked for a place, can widen what is empty, and is shown the place again', async ({
  page,
  picture,
}) => {
  const city = await cityOf('Нуук');
  await open(page, '/near');
  await expect(page.getByRole('heading', { name: 'Где смотреть?' })).toBeVisible();
  await where(page).fill('нуук');
  await page.getByRole('option', { name: /Нуук/ }).first().click();
  await expect(page).toHaveURL(`/near?city=${city}`);
  await expect(page.getByRole('heading', { name: 'Здесь пока ничего нет' })).toBeVisible();
  await picture('near-empty');
  await page.getByRole('button', { name: 'Выбрать другой город' }).click();
  await expect(where(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Расширить до 25 км' }).click();
  await expect(page).toHaveURL(`/near?city=${city}&radius=25`);
  await expect(page.getByRole('combobox', { name: 'Радиус' })).toHaveValue('25');
  await open(page, '/near');
  await expect(page).toHaveURL(`/near?city=${city}&radius=25`);

  // Without scripts the form is sent as it is, and the server finds the city.
  const sent = await page.request.get(`/near?where=${encodeURIComponent('нуук')}&country=&city=&radius=`, {
    maxRedirects: 0,
  });
  expect(sent.headers().location).toBe(`/near?city=${city}`);
  const unknown = await page.request.get(`/near?where=${encodeURIComponent('зюзюблик')}&country=&city=&radius=`);
  expect(await unknown.text()).toContain('Такого места нет в списке');
});
