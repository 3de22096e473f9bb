import { expect } from '@playwright/test';
import { freshWord } from '../market/ad-pages.ts';
import { createStaff } from '../support/staff.ts';
import { button, dialog, field } from './part.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

test('staff adds a category, finds it in its table and deletes it', async ({ newVisitor }) => {
  const page = await newVisitor();
  await signIn(page, await createStaff('manager', 'Мария'));
  const word = freshWord();
  await page.open('/admin/categories');
  await page.press(button(/^Добавить/));
  await page.fill(field(/^Местное название/, dialog()), word);
  await page.fill(field(/^Название на английском/, dialog()), `${word} en`);
  await page.key('Enter');
  await page.misses(dialog());
  await page.fill({ role: 'searchbox' }, word);
  await page.sees({ css: 'tbody tr', has: `${word} en` });
  await expect.poll(() => page.ask(() => document.querySelectorAll('tbody tr').length)).toBe(1);
  await page.press(button(`Удалить: ${word}`));
  await page.press(button('Удалить', dialog()));
  await page.sees({ text: `По запросу «${word}» ничего не нашлось` });
});
