import { expect } from '@playwright/test';
import { phoneVideo } from '../../server/test/uploads/videos.ts';
import { createPerson } from '../support/people.ts';
import { button, field } from './part.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

/** Milliseconds; transcoding has a low priority. */
const MADE_MS = 180_000;

test('a video is published and plays', async ({ newVisitor }) => {
  const author = await createPerson({ firstname: 'Ева', paid: true });
  const page = await newVisitor();
  await signIn(page, author);
  await page.open(`/user/${author.id}/social/add`);
  const buffer = await phoneVideo({ size: '640x360', seconds: 6, more: ['-crf', '38'] });
  await page.choose({ css: 'main input[type=file]' }, [{ name: 'IMG_1.MOV', mimeType: 'video/quicktime', buffer }]);
  await page.fill(field('Описание'), 'Утро на реке');
  await page.press(button('Опубликовать'));
  await page.sees(button('Смотреть'), MADE_MS);
  await page.misses({ role: 'progressbar', name: 'Видео готовится' }, MADE_MS);
  await page.press(button('Смотреть'));
  const played = () =>
    page.ask(() => {
      const film = document.querySelector('video');
      return film !== null && film.videoWidth > 0 ? film.currentTime : 0;
    });
  await expect.poll(played).toBeGreaterThan(1);
});
