import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
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

// A tab of the tests is alone unless the test brings others: it holds its sockets itself.
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true, writable: true });
