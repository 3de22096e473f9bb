import { findBankProblems as findProblems, isSoleTrader, normalizeBankDetails } from '@app/contract/people/banks';
import type { BankDetails } from '@app/contract/people/users';
import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from '#contract/platform/phone';
import type { TextKey } from '../../../platform/texts.ts';

export type BankField = keyof BankDetails;
type Problem = TextKey<'errors'>;

export const BANK_FIELDS: readonly BankField[] = [
  'bank_name',
  'bank_account',
  'bank_cor',
  'bank_bik',
  'bank_inn',
  'bank_kpp',
];

/** As the server: formats, control digits, and whether an account fits the BIK. */
export function findBankProblems(read: (name: BankField | 'company_name') => string): [string, Problem][] {
  const details = normalizeBankDetails({
    bank_name: read('bank_name').trim(),
    bank_account: read('bank_account'),
    bank_cor: read('bank_cor'),
    bank_bik: read('bank_bik'),
    bank_inn: read('bank_inn'),
    bank_kpp: isSoleTrader(read('bank_inn')) ? '' : read('bank_kpp'),
  });
  const problems = Object.entries(findProblems(details)) as [BankField, Problem][];
  return read('company_name').trim() === '' ? [['company_name', 'errors.field.required'], ...problems] : problems;
}

export function findPhoneProblem(phone: string): Problem | undefined {
  const digits = phone.replace(/[\s+()-]/g, '');
  if (digits === '') return 'errors.field.phone.required';
  if (!/^\d+$/.test(digits)) return 'errors.field.phone.invalid';
  if (digits.length < PHONE_MIN_DIGITS) return 'errors.field.phone.too_short';
  return digits.length > PHONE_MAX_DIGITS ? 'errors.field.phone.too_long' : undefined;
}
