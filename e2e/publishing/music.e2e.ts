import { expect, type Page } from '@playwright/test';
import { createPerson, signIn } from '../support/people.ts';
import { LONG, open, test } from '../support/test.ts';
import { addTrack, createPlaylist, tone } from './music-files.ts';

// Needs sound.
test.use({ wholeBrowser: true });

const player = (page: Page) => page.getByRole('region', { name: 'Плеер' });
const tracks = (page: Page, name: string) => page.getByRole('list', { name, exact: true });

const fresh = (name: string): string => `${name} ${Date.now().toString(36)}`;

test('tracks are uploaded, play on over other pages, follow each other, and are deleted', async ({ page }) => {
  const person = await createPerson({ firstname: 'Мелания' });
  await signIn(page.context(), person);
  await open(page, `/user/${person.id}/playlist/add`);
  await page.getByLabel('Название').fill('Вечер дома');
  await page.getByRole('button', { name: 'Создать плейлист' }).click();
  await page.waitForURL(`**/user/${person.id}/audio`);
  await page.getByRole('link', { name: /Вечер дома/ }).click();
  await page.getByRole('link', { name: 'Добавить записи' }).click();

  const submit = page.locator('form').getByRole('button', { name: /^Добавить/ });
  await expect(submit).toBeDisabled();
  await page
    .locator('input[type=file]')
    .setInputFiles([
      tone('Тихий двор.wav', 440, 4),
      tone('Окна напротив.wav', 550, 30),
      { name: 'смета.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
    ]);
  await expect(page.getByText('Это не аудиофайл')).toBeVisible();
  await expect(page.getByText('Загружено', { exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Добавить 2 записи' }).click();
  await expect(page.getByText('Добавлены 2 записи')).toBeVisible();
  await page.waitForURL(/\/audio\/\d+$/);

  const list = tracks(page, 'Вечер дома');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button', { name: '1. Тихий двор, слушать' }).click();
  await expect(player(page).getByText('Тихий двор')).toBeVisible();
  await expect(player(page).getByRole('button', { name: 'Пауза' })).toBeVisible();

  // Playback continues across navigation; the next track starts two seconds after the end.
  await page.getByRole('link', { name: 'Лента' }).filter({ visible: true }).first().click();
  await page.waitForURL('**/social');
  await expect(player(page).getByText('Окна напротив')).toBeVisible();
  await expect(player(page).getByRole('button', { name: 'Пауза' })).toBeVisible();

  await page.goBack();
  await expect(list.getByRole('button', { name: '2. Окна напротив, пауза' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(player(page).getByRole('button', { name: 'Слушать' })).toBeVisible();
  await player(page).getByRole('button', { name: 'Следующая запись' }).click();
  await expect(player(page).getByText('Тихий двор')).toBeVisible();

  await list.getByRole('button', { name: 'Удалить: Тихий двор' }).click();
  const question = page.getByRole('dialog', { name: 'Вы уверены что хотите удалить данную запись?' });
  await expect(question.getByRole('button', { name: 'Отмена' })).toBeFocused();
  await question.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Аудиозапись удалена')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(player(page).getByText('Окна напротив')).toBeVisible();
});

test('a track of somebody else goes into an own playlist, and only its owner deletes it', { tag: LONG }, async ({
  page,
  watch,
}) => {
  const [keeper, listener] = [await createPerson({ firstname: 'Тимур' }), await createPerson({ firstname: 'Зоя' })];
  const theirs = await createPlaylist(keeper, fresh('Дворовые'));
  await createPlaylist(listener, 'Работаю');
  const name = fresh('Лодка');
  await addTrack(keeper, theirs, tone(`${name}.wav`, 330, 3));
  await signIn(page.context(), listener);
  await open(page, `/user/${keeper.id}/audio/${theirs.id}`);

  watch.allow(/status of 403/);
  await page.getByRole('button', { name: `Удалить: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(tracks(page, theirs.name).getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: `Добавить в плейлист: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Работаю' }).click();
  await expect(page.getByText('Аудиозапись добавлена в плейлист')).toBeVisible();
  await open(page, `/user/${listener.id}/audio`);
  await expect(tracks(page, 'Все записи').getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: `Добавить в плейлист: ${name}` })).toBeHidden();

  await open(page, `/user/${listener.id}/audio?search=${encodeURIComponent(name.toUpperCase())}`);
  await expect(tracks(page, 'Записи').getByText(name).first()).toBeVisible();
});

test('another device goes on where this one stopped, and never both play', { tag: LONG }, async ({ page, visitor }) => {
  const person = await createPerson({ firstname: 'Роза' });
  const playlist = await createPlaylist(person, 'В дорогу');
  await addTrack(person, playlist, tone('Дальний свет.wav', 600, 60));
  const elsewhere = await visitor();
  await Promise.all([signIn(page.context(), person), signIn(elsewhere.context(), person)]);

  await open(page, `/user/${person.id}/audio/${playlist.id}`);
  await page.getByRole('button', { name: '1. Дальний свет, слушать' }).click();
  const seek = player(page).getByRole('slider', { name: 'Перемотка' });
  const isWide = (page.viewportSize()?.width ?? 0) > 768;
  if (isWide) {
    await seek.focus();
    await page.keyboard.press('End');
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft');
    await expect(seek).toHaveAttribute('aria-valuetext', /^0:3\d из 1:00$/);
  }
  const saved = (paused: 0 | 1) =>
    page.waitForResponse(
      (answer) => answer.url().endsWith('/api/audio/playback') && answer.request().postDataJSON()?.paused === paused,
    );
  const pauseSaved = saved(1);
  await player(page).getByRole('button', { name: 'Пауза' }).click();
  await expect(player(page).getByRole('button', { name: 'Слушать' })).toBeVisible();
  await pauseSaved;

  await open(elsewhere, '/circle');
  // Paused music leaves the page its place.
  await player(elsewhere).getByRole('button', { name: 'Открыть плеер: Дальний свет' }).click();
  await expect(player(elsewhere).getByText('Продолжить')).toBeVisible();
  if (isWide) {
    await expect(player(elsewhere).getByRole('slider', { name: 'Перемотка' })).toHaveAttribute(
      'aria-valuetext',
      /^0:3\d из 1:00$/,
    );
  }
  const playSaved = saved(0);
  await player(page).getByRole('button', { name: 'Слушать' }).click();
  await expect(player(page).getByRole('button', { name: 'Пауза' })).toBeVisible();
  // Whoever reports last plays.
  await playSaved;
  await expect(player(elsewhere).getByText('Играет на другом устройстве')).toBeVisible();
  await player(elsewhere).getByRole('button', { name: 'Слушать' }).click();
  await expect(player(elsewhere).getByRole('button', { name: 'Пауза' })).toBeVisible();
  await expect(player(page).getByRole('button', { name: 'Слушать' })).toBeVisible();
  await expect(page.getByText('Музыка играет на другом устройстве')).toBeVisible();
});
