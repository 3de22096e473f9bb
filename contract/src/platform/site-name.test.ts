import { expect, test } from 'vitest';
import { withSiteName } from './site-name.ts';

test('the name is put into words, and leaves parameters and empty names alone', () => {
  const compiled = ['Письмо «Около»: ', ['Okolo', 'plural', { one: ['# в «Около»'], other: ['Okolo'] }], '$&'];
  expect(withSiteName(compiled, '')).toBe(compiled);
  expect(withSiteName('На «Около» с {year}', 'Двор$&')).toBe('На «Двор$&» с {year}');
  expect(withSiteName('около 5 минут', 'Двор')).toBe('около 5 минут');
});
