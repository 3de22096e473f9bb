import { expect, test as playwright } from '@playwright/test';
import { befriend } from '../support/chats.ts';
import { createPerson } from '../support/people.ts';
import { button, field, link, type Part } from './part.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

const THREAD: Part = { role: 'log', name: 'Сообщения' };
const message = (words: string): Part => ({ role: 'article', has: words, within: THREAD });
const MESSAGE = field('Сообщение');

async function write(visitor: Visitor, words: string): Promise<void> {
  await visitor.fill(MESSAGE, words);
  await visitor.press(button('Отправить'));
}

/** Records until the clock shows a second, so that there is something to hear. */
async function sayAloud(visitor: Visitor): Promise<void> {
  await visitor.press(button('Записать голосовое сообщение'));
  await expect.poll(async () => Number((await visitor.text({ role: 'timer' })).split(':')[1])).toBeGreaterThan(1);
  await visitor.press(button('Отправить запись'));
}

async function hears(visitor: Visitor): Promise<void> {
  await visitor.press(button(/^Слушать: /, THREAD));
  await visitor.misses({ role: 'img', name: 'Не прослушано', within: THREAD });
}

test('two people write, send a file and speak from engine to engine', async ({ newVisitor, newNeighbour }) => {
  const [anna, boris] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Борис' })];
  await befriend(anna, boris);
  const [annas, boriss] = [await newVisitor(), await newNeighbour()];
  await signIn(annas, anna);
  await signIn(boriss, boris);
  await annas.open(`/conversation/${boris.id}`);
  await boriss.open(`/conversation/${anna.id}`);

  await write(annas, 'Прицеп ещё у вас?');
  await boriss.sees(message('Прицеп ещё у вас?'));
  await write(boriss, 'Да, приезжайте');
  await annas.sees(message('Да, приезжайте'));

  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Баумана, 1') });
  for (const [from, to, name] of [
    [annas, boriss, 'маршрут.txt'],
    [boriss, annas, 'договор.txt'],
  ] as const) {
    await from.choose({ css: 'input[data-attach=file]' }, [file(name)]);
    await from.press(button(/^Отправить/));
    await to.sees(link(new RegExp(`^Скачать ${name}`)));
  }

  await sayAloud(boriss);
  await hears(annas);
  await playwright.step(`${annas.engine} speaks`, async () => {
    await sayAloud(annas);
    await hears(boriss);
  });
});
