import { test as playwright } from '@playwright/test';
import { befriend, sendMessage } from '../support/chats.ts';
import { createPerson } from '../support/people.ts';
import { button, type Part } from './part.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

const MESSAGE: Part = { css: 'article', has: 'Прицеп ещё у вас?', within: { role: 'log', name: 'Сообщения' } };
/** Milliseconds; much longer than the product waits: on a busy machine the lifted finger is told before the time that is over. */
const LONG_PRESS_MS = 3000;

test('a finger swipes a message to answer it, and holds it for its menu', async ({ newVisitor }) => {
  const [anna, boris] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Борис' })];
  await befriend(anna, boris);
  await sendMessage(anna, boris, 'Прицеп ещё у вас?');
  const page = await newVisitor({ isPhone: true });
  await signIn(page, boris);
  await page.open(`/conversation/${anna.id}`);
  await page.sees(MESSAGE);

  await page.ask(() => {
    addEventListener('pointerdown', ({ pointerType }) => Object.assign(window, { pointerType }), true);
  });
  const { x, y } = await page.middleOf(MESSAGE);
  await page.touch([40, 70, 100, 130].map((way) => ({ x: x - 40 + way, y })));
  const kind = await page.ask(() => (window as unknown as { pointerType: string }).pointerType);
  playwright.skip(kind !== 'touch', `${page.engine}: the driver's fingers arrive as a ${kind}`);
  const stop = button('Не отвечать на это сообщение');
  await page.press(stop);
  // The message goes down with the line that goes away.
  await page.misses(stop);

  await page.touch([{ ...(await page.middleOf(MESSAGE)), holdMs: LONG_PRESS_MS }]);
  await page.sees(button('Ответить', { role: 'dialog', name: 'Действия с сообщением' }));
});
