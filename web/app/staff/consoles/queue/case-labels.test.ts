import { expect, test } from 'vitest';
import { loadTexts, textOf } from '../../../platform/texts.ts';
import { formatTimeLeft, weightLabel } from './case-labels.ts';

const t = ((key: string, values?: Record<string, unknown>) => `${key} ${values?.hours ?? ''}`) as Parameters<
  typeof formatTimeLeft
>[0];
const due = '2026-11-22T12:00:00.000Z';
const at = (time: string) => formatTimeLeft(t, { due }, `2026-11-22T${time}:00.000Z`);

test('a case is urgent with fewer than four hours left, and late behind its time', () => {
  expect(at('08:00')).toEqual({ text: 'moderation.left.hours 4', urgency: '' });
  expect(at('08:01')).toEqual({ text: 'moderation.left.hours 3', urgency: 'soon' });
  expect(at('11:59')).toEqual({ text: 'moderation.left.hours 0', urgency: 'soon' });
  expect(at('12:01')).toEqual({ text: 'moderation.left.over 0', urgency: 'late' });
  expect(at('14:30')).toEqual({ text: 'moderation.left.over 2', urgency: 'late' });
});

test('a weight is one of trust, written with the decimal sign of the language', async () => {
  await Promise.all([loadTexts('ru', 'moderation'), loadTexts('en', 'moderation')]);
  const words = (lang: 'en' | 'ru', weight: number) => weightLabel(textOf<'moderation' | 'complaints'>(lang), weight);
  expect(words('ru', 1.25)).toBe('вес доверия 1,3');
  expect(words('en', 1.25)).toBe('trust weight 1.3');
  expect(words('ru', 2)).toBe('вес доверия 2');
});

test('a case says what it counts: reports, claims and appeals of people, or hits of rules', async () => {
  await loadTexts('ru', 'moderation');
  const t = textOf<'moderation'>('ru');
  expect(t('moderation.signals', { kind: 'complaint', count: 1 })).toBe('1 жалоба');
  expect(t('moderation.signals', { kind: 'claim', count: 2 })).toBe('2 заявления');
  expect(t('moderation.signals', { kind: 'appeal', count: 1 })).toBe('1 обжалование');
  for (const kind of ['rule', 'hold', 'farm'])
    expect(t('moderation.signals', { kind, count: 5 })).toBe('5 срабатываний правил');
});
