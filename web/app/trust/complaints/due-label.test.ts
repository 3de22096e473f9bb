import { expect, test } from 'vitest';
import { loadTexts, textOf } from '../../platform/texts.ts';
import { dueLabel } from './due-label.ts';

await loadTexts('ru', 'complaints');
const t = textOf<'complaints'>('ru');

test.each([
  ['2026-11-18T11:20:00.000Z', 'Рассмотрим до 14:20 сегодня'],
  ['2026-11-17T11:20:00.000Z', 'Рассмотрим до 14:20 завтра'],
  // After midnight in Moscow the due date is today.
  ['2026-11-17T21:30:00.000Z', 'Рассмотрим до 14:20 сегодня'],
  ['2026-11-15T11:20:00.000Z', 'Рассмотрим до 18.11.2026, 14:20'],
])('at %s it is said: %s', (now, words) => {
  expect(dueLabel(t, '2026-11-18T11:20:00.000Z', new Date(now))).toBe(words);
});
