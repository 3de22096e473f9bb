import { expect } from '@playwright/test';
import { heading, link } from './part.ts';
import { test } from './test.ts';

test('a guest looks for a thing, opens its ad and sees its photo', async ({ newVisitor }) => {
  const guest = await newVisitor();
  await guest.open('/');
  const search = { role: 'search', name: 'Поиск объявлений' } as const;
  await guest.fill({ role: 'combobox', name: 'Что ищем', within: search }, 'велосипед с корзиной');
  await guest.key('Enter');
  await guest.sees(heading('Подходящие объявления'));
  await guest.press(link(/^Городской велосипед с корзиной/));
  await guest.sees(heading('Городской велосипед с корзиной, рама M'));
  const widths = () =>
    guest.ask(() => [...document.querySelectorAll<HTMLImageElement>('main img')].map((image) => image.naturalWidth));
  await expect.poll(async () => Math.max(...(await widths()))).toBeGreaterThan(0);
});
