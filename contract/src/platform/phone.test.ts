import { expect, test } from 'vitest';
import { countryCode, PHONE_MAX_DIGITS_AT_REGISTRATION, phoneDigits } from './phone.ts';

test('a phone is read as digits, however it was typed', () => {
  const phone = phoneDigits(PHONE_MAX_DIGITS_AT_REGISTRATION);
  for (const typed of ['9171234567', '917 123-45-67', '(917) 123 45 67', '+917-1234567']) {
    expect(phone.parse(typed)).toBe('9171234567');
  }
});

test('letters, nothing and too many digits are no phone', () => {
  const phone = phoneDigits(12);
  for (const typed of ['', ' ', '+', '917x123', '1234567890123', '９１７１２３４５', '9'.repeat(41)]) {
    expect({ typed, success: phone.safeParse(typed).success }).toEqual({ typed, success: false });
  }
  expect(phone.safeParse('123456789012').success).toBe(true);
});

test('a country code has up to four digits, and a plus is allowed', () => {
  expect(['+7', '7', '1 268', ''].map((code) => countryCode.parse(code))).toEqual(['7', '7', '1268', '']);
  expect(['12345', 'RU', '+7x'].map((code) => countryCode.safeParse(code).success)).toEqual([false, false, false]);
});
