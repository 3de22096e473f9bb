import { expect } from '@playwright/test';
import { createPerson } from '../support/people.ts';
import { button, dialog, field, heading } from './part.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

async function plays(visitor: Visitor): Promise<void> {
  const place = () =>
    visitor.ask(() => {
      const video = document.querySelector<HTMLVideoElement>('video[aria-label^="Видео эфира"]');
      return video !== null && video.videoWidth > 0 ? video.currentTime : 0;
    });
  await expect.poll(place, { timeout: 60_000 }).toBeGreaterThan(0);
  const before = await place();
  await expect.poll(place, { timeout: 60_000 }).toBeGreaterThan(before);
}

test('a stream from Chromium is watched by a member and by a guest, and its chat goes both ways', async ({
  newVisitor,
  newNeighbour,
}) => {
  const [timur, maria] = [
    await createPerson({ firstname: 'Тимур', paid: true }),
    await createPerson({ firstname: 'Мария' }),
  ];
  const timurs = await newNeighbour();
  await signIn(timurs, timur);
  await timurs.open(`/user/${timur.id}/streams`);
  await timurs.press(button('Начать эфир'));
  const start = dialog('Новый эфир');
  await timurs.sees({ css: 'video', within: start });
  const theme = `Печём хлеб ${timur.id}`;
  await timurs.fill(field(/^Тема/, start), theme);
  await timurs.press({ text: 'Записать эфир', within: start });
  await timurs.press(button('Начать эфир', start));
  await timurs.sees(heading(theme));
  const address = await timurs.ask(() => location.pathname);

  const [marias, guests] = [await newVisitor(), await newVisitor()];
  await signIn(marias, maria);
  await marias.open(address);
  await plays(marias);
  const line = field(/^Сообщение в чат эфира/);
  await marias.fill(line, 'Слышно хорошо');
  await marias.key('Enter');
  await timurs.sees({ role: 'log', name: 'Сообщения эфира', has: 'Слышно хорошо' });

  await guests.open(address);
  await plays(guests);
  await timurs.fill(line, 'Тесто подошло');
  await timurs.key('Enter');
  for (const viewer of [marias, guests]) {
    await viewer.sees({ role: 'log', name: 'Сообщения эфира', has: 'Тесто подошло' });
  }

  await timurs.press(button('Завершить'));
  await timurs.press(button('Завершить', dialog('Завершить эфир?')));
  await guests.sees({ text: 'Эфир завершён' });
});
