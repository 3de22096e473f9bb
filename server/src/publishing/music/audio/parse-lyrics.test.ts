import { expect, test } from 'vitest';
import { parseLyrics } from './parse-lyrics.ts';

test('words without times stay lines, empty ones among them', () => {
  expect(parseLyrics('Раз\n\nДва')).toEqual({
    synced: 0,
    lines: [
      { at: null, text: 'Раз' },
      { at: null, text: '' },
      { at: null, text: 'Два' },
    ],
  });
  expect(parseLyrics('')).toEqual({ synced: 0, lines: [] });
  expect(parseLyrics('[Припев]\nЛа')).toMatchObject({ synced: 0, lines: [{ text: '[Припев]' }, { text: 'Ла' }] });
});

test('times of LRC order the lines, what is about the text is left out', () => {
  const { synced, lines } = parseLyrics('[ti:Песня]\n[00:10.5]Три\n[00:02.25]Один\n[00:05:120][01:00]Два\nи\n');
  expect(synced).toBe(1);
  expect(lines).toEqual([
    { at: 2250, text: 'Один' },
    { at: 5120, text: 'Два' },
    { at: 10_500, text: 'Три' },
    { at: 60_000, text: 'Два' },
    { at: 60_000, text: 'и' },
  ]);
});

test('an offset moves all lines, times of single words are left out', () => {
  expect(parseLyrics('[offset:+500]\n[00:01.00]<00:01.00>Тихо <00:01.50>поют\n[00:00.10]Ах').lines).toEqual([
    { at: 0, text: 'Ах' },
    { at: 500, text: 'Тихо поют' },
  ]);
});
