import { afterEach, beforeEach, expect, vi } from 'vitest';
import { BASE_DOMAINS } from '../app/platform/base-domains.ts';
import { readerZoneOf, setReaderZone } from '../app/platform/format/reader-zone.ts';
import { provideSlots } from '../app/platform/slots.ts';
import { loadTexts } from '../app/platform/texts.ts';

provideSlots(() => import('../app/pages/slots.ts').then(({ slots }) => slots));

await Promise.all(BASE_DOMAINS.map((domain) => loadTexts('ru', domain)));

beforeEach(() => {
  setReaderZone(readerZoneOf('Europe/Moscow', 'ru'));
  vi.spyOn(console, 'error');
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
