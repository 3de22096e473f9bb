import { expect, test } from 'vitest';
import { timeViolations } from './time-rules.ts';

const countIn = (file: string, source: string): number => timeViolations(file, source).length;

test('a page that formats a time in a zone of its own is refused', () => {
  expect(countIn('web/app/live/a.tsx', 'at.toLocaleTimeString(lang)')).toBe(1);
  expect(countIn('web/app/live/a.tsx', "new Intl.DateTimeFormat(lang, { timeZone: 'Europe/Moscow' })")).toBe(2);
  expect(countIn('server/src/live/a.ts', 'const hour = at.getHours();')).toBe(1);
  expect(countIn('server/src/live/a.ts', "sql`at time zone 'Europe/Moscow'`")).toBe(1);
});

test('the modules that format may, and only one of them names Moscow', () => {
  expect(countIn('web/app/platform/format/format-time.ts', 'new Intl.DateTimeFormat(lang)')).toBe(0);
  expect(countIn('web/app/platform/format/format-time.ts', "'Europe/Moscow'")).toBe(1);
  expect(countIn('contract/src/platform/time-zones.ts', "const MOSCOW = 'Europe/Moscow';")).toBe(0);
});

test('numbers, UTC fields and written times are not meant', () => {
  expect(countIn('web/app/a.ts', 'at.getUTCHours() + at.getTime() + at.toISOString()')).toBe(0);
});
