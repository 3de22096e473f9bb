import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { BASE_DOMAINS, loadTexts } from '../app/platform/texts.ts';

// Whoever waits for something waits as long as on a busy machine it takes.
configure({ asyncUtilTimeout: 15_000 });

await Promise.all(BASE_DOMAINS.map((domain) => loadTexts('ru', domain)));

beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

// A page calls again what failed. The runner waits until the window is silent, and a call under way at the end would come back, be
// made again and keep it waiting for ever: after its tests a file calls nothing and waits for nothing.
afterAll(() => {
  window.fetch = () => new Promise(() => {});
  Object.assign(window, { setTimeout: () => 0, setInterval: () => 0 });
});

// A tab of the tests is alone unless the test brings others: it holds its sockets itself.
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true, writable: true });
