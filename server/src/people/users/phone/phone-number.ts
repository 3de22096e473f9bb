import { PHONE_MIN_DIGITS } from '@app/contract/platform/phone';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

export interface PhoneNumber {
  e164: string;
  national: string;
  countryCode: string;
  /** ISO 3166-1 alpha-2; empty when several countries share the code and none was given. */
  countryIso: string;
}

export interface PhoneInput {
  /** Digits only, with or without the country code. */
  digits: string;
  countryCode?: string | undefined;
  countryIso?: string | undefined;
}

type PhoneProblem = 'too_short' | 'too_long';

/**
 * Parses a phone number with the country code separate or included, or with the Russian prefix 8. The first reading
 * that is a valid number wins. Otherwise digits are accepted if the national part has a plausible length, because
 * numbering plans change faster than the metadata.
 */
export function parsePhone(input: PhoneInput, maxDigits: number): PhoneNumber | PhoneProblem {
  const { digits } = input;
  const code = input.countryCode ?? '';
  const iso = (input.countryIso ?? '').toUpperCase();
  const country: CountryCode | undefined = isSupportedCountry(iso) ? iso : undefined;
  const candidates = [
    parsePhoneNumberFromString(`+${digits}`),
    code === '' ? undefined : parsePhoneNumberFromString(`+${code}${digits}`),
    country && parsePhoneNumberFromString(digits, country),
    code === '' || code === '7' ? parsePhoneNumberFromString(digits, 'RU') : undefined,
  ];
  const validCandidates = candidates.filter((number) => number?.isValid());
  const chosen =
    validCandidates.find((number) => code === '' || number?.countryCallingCode === code) ?? validCandidates[0];
  if (chosen !== undefined) {
    const { number, nationalNumber, countryCallingCode } = chosen;
    return checkLength(
      {
        e164: number,
        national: nationalNumber,
        countryCode: countryCallingCode,
        countryIso: iso || (chosen.country ?? ''),
      },
      maxDigits,
    );
  }
  const national = code !== '' && digits.startsWith(code) ? digits.slice(code.length) : digits;
  return checkLength({ e164: `+${code}${national}`, national, countryCode: code, countryIso: iso }, maxDigits);
}

function checkLength(number: PhoneNumber, maxDigits: number): PhoneNumber | PhoneProblem {
  if (number.national.length < PHONE_MIN_DIGITS) return 'too_short';
  return number.national.length > maxDigits ? 'too_long' : number;
}

/** Shows enough to recognize a number, not enough to call it. */
export function maskPhone(e164: string): string {
  if (/^\+7\d{10}$/.test(e164)) return `+7 ${e164.slice(2, 5)} •••-••-••`;
  if (!e164.startsWith('+')) return '•••-••-••';
  const number = parsePhoneNumberFromString(e164);
  const code = number?.countryCallingCode ?? e164.slice(1, 3);
  const national = number?.nationalNumber ?? e164.slice(3);
  // Three digits would be too much of a short number.
  const shown = national.slice(0, national.length >= 9 ? 3 : 2);
  return `+${code} ${shown} •••-••-••`;
}

/** Returns the stored forms of a typed phone number, for sign-in; empty when it is no number. */
export function findTypedPhones(typed: string): string[] {
  const digits = typed.replace(/[\s+()-]/g, '');
  if (!/^\d{6,16}$/.test(digits)) return [];
  const number = parsePhone({ digits }, 16);
  return [...new Set([`+${digits}`, ...(typeof number === 'string' ? [] : [number.e164])])];
}
