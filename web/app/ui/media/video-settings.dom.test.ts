import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { levelFor, loadVideoSettings, mayAutoplay, saveVideoSettings } from './video-settings.ts';

const setting = (name: string): void => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(name) }));
};

beforeEach(() => {
  localStorage.clear();
  setting('nothing');
});
afterEach(() => vi.unstubAllGlobals());

test('volume, quality and the wish for stillness outlive the page', () => {
  saveVideoSettings({ volume: 0.4, isMuted: true });
  saveVideoSettings({ quality: 480, autoplay: false });
  expect(loadVideoSettings()).toEqual({ volume: 0.4, isMuted: true, quality: 480, autoplay: false });
});

test('what cannot be read is forgotten', () => {
  localStorage.setItem('video', '{"volume": 40, "quality": "best"');
  expect(loadVideoSettings()).toEqual({ volume: 1, isMuted: false, quality: null, autoplay: true });
  localStorage.setItem('video', '{"volume": 40, "quality": "best"}');
  expect(loadVideoSettings()).toEqual({ volume: 1, isMuted: false, quality: null, autoplay: true });
});

test('nothing starts by itself for those who want less motion or traffic, or switched it off', () => {
  expect(mayAutoplay()).toBe(true);
  setting('motion');
  expect(mayAutoplay()).toBe(false);
  setting('data');
  expect(mayAutoplay()).toBe(false);
  setting('nothing');
  saveVideoSettings({ autoplay: false });
  expect(mayAutoplay()).toBe(false);
});

test('the quality chosen once is the nearest below the wish', () => {
  expect(levelFor([360, 720, 1080], null)).toBe(-1);
  expect(levelFor([360, 720, 1080], 720)).toBe(1);
  expect(levelFor([360, 480], 720)).toBe(1);
  expect(levelFor([720, 1080], 480)).toBe(0);
});
