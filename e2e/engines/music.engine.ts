import { expect, test as playwright } from '@playwright/test';
import { addTrack, createPlaylist, tone } from '../publishing/music-files.ts';
import { createPerson } from '../support/people.ts';
import { INSTALL_SOUND } from './find-engines.ts';
import { button, link, type Part } from './part.ts';
import { BLANK_PATH } from './relay.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

/** Engines without a device for sound play nothing: whether this one does is asked with an element of its own. */
const hasSound = (visitor: Visitor): Promise<boolean> =>
  visitor.ask(
    (address) =>
      new Promise<boolean>((resolve) => {
        const audio = new Audio(address);
        audio.ontimeupdate = () => audio.currentTime > 1 && resolve(true);
        audio.onerror = () => resolve(false);
        audio.play().catch(() => resolve(false));
        setTimeout(resolve, 20_000, false);
      }),
    `data:audio/wav;base64,${tone('', 440, 5).buffer.toString('base64')}`,
  );

const PLAYER: Part = { role: 'region', name: 'Плеер' };

test('music plays on over other pages, and stops when it is told to', async ({ newVisitor }) => {
  const person = await createPerson({ firstname: 'Мелания' });
  const playlist = await createPlaylist(person, 'Вечер дома');
  await addTrack(person, playlist, tone('Окна напротив.wav', 550, 60));
  const page = await newVisitor();
  await page.go(BLANK_PATH);
  playwright.skip(!(await hasSound(page)), `${page.engine} plays no sound here: ${INSTALL_SOUND}`);
  await signIn(page, person);
  await page.open(`/user/${person.id}/audio/${playlist.id}`);
  await page.press(button('1. Окна напротив, слушать'));
  await page.sees(button('Пауза', PLAYER));
  // The place in the track: time that goes on is sound that is decoded.
  const place = () =>
    page.ask(() => document.querySelector('input[aria-label=Перемотка]')?.getAttribute('aria-valuetext') ?? '');
  await expect.poll(place).toMatch(/^0:0[1-9]/);
  await page.press(link('Лента'));
  await page.misses({ role: 'list', name: 'Вечер дома' });
  await page.sees(button('Пауза', PLAYER));
  const before = await place();
  await expect.poll(place).not.toBe(before);
  await page.back();
  await page.press(button('1. Окна напротив, пауза'));
  await page.sees(button('Слушать', PLAYER));
});
