import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installTranslation } from '../../../test/fake-translation.ts';
import { nameSource } from './name-source.ts';

const GERMAN = 'Das Fahrrad ist fast neu.\n\nDer Sattel wurde ersetzt.';
const LANGUAGES = { Fahrrad: 'de', Велосипед: 'ru', 자전거: 'ko', Rower: 'pl' };
const ignore = (): void => {};

let device: typeof import('./device-translation.ts');

// Models live as long as the page, so each test gets a page of its own.
beforeEach(async () => {
  vi.resetModules();
  device = await import('./device-translation.ts');
});
afterEach(() => vi.unstubAllGlobals());

const named = (name: string): Error => Object.assign(new Error(name), { name });

async function reasonFor(error: Error): Promise<string> {
  installTranslation({
    languages: LANGUAGES,
    beforeCreate: () => {
      throw error;
    },
  });
  return device.translate([GERMAN], 'de', 'ru', ignore).then(
    () => 'translated',
    (failure: unknown) => device.reasonOf(failure),
  );
}

test('only a text of some length, in another language and told with confidence, has a source', async () => {
  const { fake } = installTranslation({ languages: LANGUAGES });
  expect(await device.findSource([GERMAN], 'ru')).toEqual({ source: 'de' });
  expect(await device.findSource([GERMAN], 'de')).toBeNull();
  expect(await device.findSource(['Fahrrad'], 'ru')).toBeNull();
  expect(await device.findSource(['자전거 팝니다'], 'ru')).toEqual({ source: 'ko' });
  expect(await device.findSource(['jabberwocky galumphing'], 'ru')).toBeNull();
  fake.confidence = 0.5;
  expect(await device.findSource([GERMAN], 'ru')).toBeNull();
  fake.confidence = 0.95;
  fake.translator = 'unavailable';
  expect(await device.findSource([GERMAN], 'ru')).toBeNull();
});

test('a text in the letters of the reader’s language does not trouble the detector', async () => {
  const { fake, calls } = installTranslation({ languages: { ...LANGUAGES, їздив: 'uk' } });
  expect(await device.findSource(['Велосипед почти новый, седло меняли'], 'ru')).toBeNull();
  expect(await device.findSource(['자전거 팝니다, 거의 새것입니다'], 'ko')).toBeNull();
  expect([fake.asked, calls]).toEqual([0, []]);
  expect(await device.findSource(['Ровер майже новий, їздив мало'], 'ru')).toEqual({ source: 'uk' });
});

test('addresses, mentions and tags are no words of a language', async () => {
  const { calls } = installTranslation({ languages: LANGUAGES });
  expect(device.wordsOf(['https://okolo.example/Fahrrad-kaufen @anna.lebedeva #fahrrad_neu 12 000'])).toBe('');
  await device.findSource(['Fahrrad: https://okolo.example/ad/1 fast neu, wenig gefahren'], 'ru');
  expect(calls.join()).not.toContain('okolo.example');
});

test('before its download the detector is not created, and the script of the letters decides', async () => {
  const { calls } = installTranslation({ languages: LANGUAGES, detector: 'downloadable' });
  expect(await device.findSource([GERMAN], 'ru')).toEqual({ source: '' });
  expect(await device.findSource([GERMAN], 'en')).toBeNull();
  expect(await device.findSource(['Велосипед почти новый'], 'ru')).toBeNull();
  expect(await device.findSource(['Велосипед почти новый'], 'en')).toEqual({ source: '' });
  expect(calls).toEqual([]);
  expect(await device.detectSource([GERMAN], 'ru', ignore)).toBe('de');
});

test('a browser without a detector has nothing to offer, and is asked once', async () => {
  const { fake } = installTranslation({ languages: LANGUAGES, detector: 'unavailable' });
  const offers = await Promise.all([GERMAN, `${GERMAN} Preis?`].map((text) => device.findSource([text], 'ru')));
  expect(offers).toEqual([null, null]);
  expect(await device.findSource([`${GERMAN} Danke`], 'ru')).toBeNull();
  expect(fake.asked).toBe(1);
});

test('lines stay lines, and one model serves all texts and tells everybody how far its download is', async () => {
  let finish = ignore;
  let monitor = new EventTarget();
  const { calls } = installTranslation({
    beforeCreate: (_what, target) => {
      monitor = target;
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  });
  const heard: string[] = [];
  const one = device.translate([GERMAN], 'de', 'ru', (share) => heard.push(`one ${share}`));
  const other = device.translate(['Guten Tag'], 'de', 'ru', (share) => heard.push(`other ${share}`));
  monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.4 }));
  expect(heard).toEqual(['one 0.4', 'other 0.4']);
  finish();
  expect((await one).get(GERMAN)).toBe('[de→ru] Das Fahrrad ist fast neu.\n\n[de→ru] Der Sattel wurde ersetzt.');
  expect((await other).get('Guten Tag')).toBe('[de→ru] Guten Tag');
  expect(calls.filter((call) => call.startsWith('create'))).toEqual(['create translator']);
});

test('a refusal says why, and the next attempt creates the model again', async () => {
  expect(await reasonFor(named('NotAllowedError'))).toBe('again');
  expect(await reasonFor(named('NotSupportedError'))).toBe('unsupported');
  expect(await reasonFor(named('OperationError'))).toBe('failed');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await reasonFor(named('NetworkError'))).toBe('offline');
  installTranslation();
  expect((await device.translate(['Guten Tag'], 'de', 'ru', ignore)).get('Guten Tag')).toBe('[de→ru] Guten Tag');
  const late = installTranslation({ languages: LANGUAGES, detector: 'downloadable' });
  await expect(device.detectSource(['jabberwocky galumphing'], 'ru', ignore)).rejects.toMatchObject({
    reason: 'unknown',
  });
  late.fake.translator = 'unavailable';
  await expect(device.detectSource([GERMAN], 'ru', ignore)).rejects.toMatchObject({ reason: 'unsupported' });
});

test('Russian names the source in the genitive', () => {
  const names = ['de', 'en', 'he', 'hi', 'ko'].map((source) => nameSource('ru', source));
  expect(names).toEqual(['немецкого', 'английского', 'иврита', 'хинди', 'корейского']);
  expect(nameSource('es', 'de')).toBe('alemán');
});
