import type { BankDetails } from '@app/contract/people/users';
import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from '#contract/platform/phone';
import type { TextKey } from '../../../platform/texts.ts';

export type BankField = keyof BankDetails;
type Problem = TextKey<'errors'>;

const SHAPES: Record<BankField, { shape: RegExp; wrong: Problem }> = {
  bank_name: { shape: /./, wrong: 'errors.field.required' },
  bank_account: { shape: /^\d{20}$/, wrong: 'errors.field.bank.account' },
  bank_cor: { shape: /^\d{20}$/, wrong: 'errors.field.bank.account' },
  bank_bik: { shape: /^\d{9}$/, wrong: 'errors.field.bank.bik' },
  bank_inn: { shape: /^(\d{10}|\d{12})$/, wrong: 'errors.field.bank.inn' },
  bank_kpp: { shape: /^\d{4}[\dA-Z]{2}\d{3}$/i, wrong: 'errors.field.bank.kpp' },
};
export const BANK_FIELDS = Object.keys(SHAPES) as BankField[];
/** An INN of this length belongs to a sole proprietor, who has no KPP. */
const ENTREPRENEUR_INN_DIGITS = 12;

/** Checks formats only; the server checks the control digits. */
export function findBankProblems(read: (name: BankField) => string): [BankField, Problem][] {
  const tight = (name: BankField): string => read(name).replace(/\s/g, '');
  const isEntrepreneur = tight('bank_inn').length === ENTREPRENEUR_INN_DIGITS;
  return BANK_FIELDS.flatMap((name): [BankField, Problem][] => {
    const value = tight(name);
    if (value === '') return name === 'bank_kpp' && isEntrepreneur ? [] : [[name, 'errors.field.required']];
    return SHAPES[name].shape.test(value) ? [] : [[name, SHAPES[name].wrong]];
  });
}

export function findPhoneProblem(phone: string): Problem | undefined {
  const digits = phone.replace(/[\s+()-]/g, '');
  if (digits === '') return 'errors.field.phone.required';
  if (!/^\d+$/.test(digits)) return 'errors.field.phone.invalid';
  if (digits.length < PHONE_MIN_DIGITS) return 'errors.field.phone.too_short';
  return digits.length > PHONE_MAX_DIGITS ? 'errors.field.phone.too_long' : undefined;
}
