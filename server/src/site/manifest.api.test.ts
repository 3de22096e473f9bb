import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the manifest speaks the language of the page, else of the browser', async () => {
  const read = async (url: string, headers: Record<string, string> = {}) =>
    (await world.app.inject({ url, headers })).json();
  expect(await read('/manifest.webmanifest?lang=de')).toMatchObject({ lang: 'de', name: 'Okolo', start_url: '/' });
  expect(await read('/manifest.webmanifest', { 'accept-language': 'ko' })).toMatchObject({ lang: 'ko' });
  expect(await read('/manifest.webmanifest?lang=xx')).toMatchObject({
    lang: 'ru',
    name: 'Около',
    description: 'Люди и объявления рядом',
  });
});
