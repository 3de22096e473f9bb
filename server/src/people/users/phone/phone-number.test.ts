import { expect, test } from 'vitest';
import { findTypedPhones, maskPhone, parsePhone } from './phone-number.ts';

const e164 = (digits: string, countryCode?: string, countryIso?: string, max = 12): unknown => {
  const number = parsePhone({ digits, countryCode, countryIso }, max);
  return typeof number === 'string' ? number : number.e164;
};

test('country code and digits are understood together and apart', () => {
  expect(e164('79171234567', '7', 'RU')).toBe('+79171234567');
  expect(e164('9171234567', '7', 'RU')).toBe('+79171234567');
  expect(e164('9171234567')).toBe('+79171234567');
  expect(e164('4915112345678', '49', 'DE')).toBe('+4915112345678');
  expect(e164('15112345678', '49', 'DE')).toBe('+4915112345678');
});

test('a number whose national part begins like its country code keeps all its digits', () => {
  expect(e164('7012345678', '7', 'KZ')).toBe('+77012345678');
});

test('the Russian trunk eight is not part of the number', () => {
  expect(e164('89171234567')).toBe('+79171234567');
  expect(e164('89171234567', '7', 'RU')).toBe('+79171234567');
});

test('digits that no numbering plan knows are kept when their length is sensible', () => {
  expect(e164('7000123', '7')).toBe('+7000123');
  expect(e164('123456', '999')).toBe('+999123456');
  expect(e164('999123456789012', '999')).toBe('+999123456789012');
});

test('the length counts on the national part', () => {
  expect(e164('12345', '7')).toBe('too_short');
  expect(e164('712345', '7')).toBe('too_short');
  expect(e164('9991234567890123', '999')).toBe('too_long');
  expect(e164('999123456789012', '999', undefined, 11)).toBe('too_long');
  expect(e164('79171234567', '7', 'RU', 11)).toBe('+79171234567');
});

test('a masked number shows where it is from and nothing that could be dialled', () => {
  expect(maskPhone('+79171234567')).toBe('+7 917 •••-••-••');
  expect(maskPhone('+4915112345678')).toBe('+49 151 •••-••-••');
  expect(maskPhone('+999123456')).not.toContain('3456');
});

test('a person may sign in with the number in any usual spelling', () => {
  for (const typed of ['+7 917 123-45-67', '8 (917) 123-45-67', '79171234567', '9171234567']) {
    expect(findTypedPhones(typed)).toContain('+79171234567');
  }
  expect(findTypedPhones('anna')).toEqual([]);
  expect(findTypedPhones('12')).toEqual([]);
});
