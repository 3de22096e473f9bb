import { messages } from 'virtual:texts/all';
import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { formatMessage } from './format-message.ts';

const NUMBERS = [0, 1, 2, 5, 21, 12345];

test('every text reads as the runtime of Lingui has it', () => {
  for (const [lang, catalogue] of Object.entries(messages)) {
    const lingui = setupI18n({ locale: lang, messages: { [lang]: catalogue } });
    for (const [key, message] of Object.entries(catalogue)) {
      if (typeof message === 'string') continue;
      const names = [...new Set([...JSON.stringify(message).matchAll(/\["(\w+)"[,\]]/g)].map(([, name = '']) => name))];
      for (const number of NUMBERS) {
        const values = Object.fromEntries(names.map((name) => [name, number]));
        const ours = formatMessage(lang, message, values);
        if (ours !== lingui._(key, values)) expect([lang, key, ours]).toEqual([lang, key, lingui._(key, values)]);
      }
    }
  }
});

test('choices go by their own names, and what has none is the other', () => {
  const message: Parameters<typeof formatMessage>[1] = [['who', 'select', { he: 'Он', other: [['who'], '?'] }]];
  expect(formatMessage('ru', message, { who: 'he' })).toBe('Он');
  expect(formatMessage('ru', message, { who: 'toString' })).toBe('toString?');
  expect(formatMessage('ru', message, {})).toBe('?');
});
