import { expect } from '@playwright/test';
import { phonePhoto } from '../../server/test/uploads/corpus.ts';
import { createPerson } from '../support/people.ts';
import { button, field, heading } from './part.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

test('a seller publishes an ad with three photos, and sees them on its page', async ({ newVisitor }) => {
  const seller = await createPerson({ paid: true });
  const page = await newVisitor();
  await signIn(page, seller);
  await page.open('/add');
  const title = `Велоприцеп ${seller.id}`;
  await page.fill(field('Название'), title);
  await page.fill(field('Описание'), 'Складной, на два места.');
  await page.fill(field('Цена'), '12500');
  await page.press({ role: 'combobox', name: 'Категория' });
  await page.press({ role: 'option', name: 'Транспорт' });
  await page.fill({ role: 'combobox', name: 'Город' }, 'казань');
  await page.key('Tab');
  // Photos of nobody else: one that looks like those of another ad is asked about.
  const photos = [1, 2, 3].map(async (number) => ({
    name: `IMG_${number}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await phonePhoto({ megapixels: 2, orientation: 6, motif: seller.id * 3 + number }),
  }));
  const preview = 'img[src^="blob:"], [role=group] img';
  await page.choose({ css: 'main input[type=file]' }, await Promise.all(photos));
  await expect.poll(() => page.ask((css) => document.querySelectorAll(css).length, preview)).toBe(3);
  await page.press(button('Разместить', { css: 'main' }));
  await page.sees(heading(title), 60_000);
  const sizes = () =>
    page.ask((alt) => {
      const shown = document.querySelectorAll<HTMLImageElement>(`img[alt^="${alt}, фото"]`);
      return [...shown].map(({ naturalWidth, naturalHeight }) => naturalWidth > 0 && naturalHeight > naturalWidth);
    }, title);
  await page.sees({ role: 'img', name: new RegExp(`^${title}, фото`) });
  await expect.poll(async () => (await sizes())[0]).toBe(true);
});
