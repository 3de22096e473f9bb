import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

test('a text that fits is one message', () => {
  expect(splitText('  Привет  ', 20)).toEqual(['Привет']);
  expect(splitText('', 20)).toEqual(['']);
});

test('a long text is cut between paragraphs, else between lines, sentences and words', () => {
  expect(splitText('Первый абзац\n\nВторой абзац', 16)).toEqual(['Первый абзац', 'Второй абзац']);
  expect(splitText('Первая строка\nвторая', 16)).toEqual(['Первая строка', 'вторая']);
  expect(splitText('Раз два три. Четыре пять', 16)).toEqual(['Раз два три.', 'Четыре пять']);
  expect(splitText('раз два три четыре', 12)).toEqual(['раз два три', 'четыре']);
});

test('nothing is lost of a text without seams, and no character is halved', () => {
  const text = '😀'.repeat(9);
  const parts = splitText(text, 5);
  expect(parts.join('')).toBe(text);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(5);
    expect(part.length % 2).toBe(0);
  }
});
