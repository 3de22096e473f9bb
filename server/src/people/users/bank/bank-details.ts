import type { BankDetails } from '@app/contract/people/users';
import { isInn } from '@app/contract/platform/inn';

/** KPP: 9 characters, of which the fifth and sixth may be letters. */
export const isKpp = (value: string): boolean => /^\d{4}[\dA-Z]{2}\d{3}$/.test(value);

export const isBik = (value: string): boolean => /^\d{9}$/.test(value) && !/^0+$/.test(value);

/** Checks the control key of a customer's account against the BIK, by rule 515 of the Bank of Russia. */
export function isAccount(account: string, bik: string): boolean {
  // Settlement centres of the Bank of Russia (ending in 000, 001 or 002) use the scheme of correspondent accounts.
  const prefix = /00[0-2]$/.test(bik) ? centrePrefix(bik) : bik.slice(-3);
  return /^\d{20}$/.test(account) && isBik(bik) && hasControlKey(prefix + account);
}

export function isCorrespondentAccount(account: string, bik: string): boolean {
  return /^\d{20}$/.test(account) && isBik(bik) && hasControlKey(centrePrefix(bik) + account);
}

const centrePrefix = (bik: string): string => `0${bik.slice(4, 6)}`;

function hasControlKey(digits: string): boolean {
  const weights = [7, 1, 3];
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0), 0);
  return sum % 10 === 0 && !/^0+$/.test(digits.slice(3));
}

/** Removes spaces between groups of digits, but not those of the bank's name. */
export function normalizeBankDetails(details: BankDetails): BankDetails {
  const compact = (value: string): string => value.replace(/\s/g, '').toUpperCase();
  return {
    bank_name: details.bank_name,
    bank_account: compact(details.bank_account),
    bank_cor: compact(details.bank_cor),
    bank_inn: compact(details.bank_inn),
    bank_kpp: compact(details.bank_kpp),
    bank_bik: compact(details.bank_bik),
  };
}

export function findBankProblems(details: BankDetails): Partial<Record<keyof BankDetails, string>> {
  const { bank_name, bank_account, bank_cor, bank_inn, bank_kpp, bank_bik } = details;
  const problems: Partial<Record<keyof BankDetails, string>> = {};
  const check = (field: keyof BankDetails, value: string, isRight: boolean, text: string): void => {
    if (value === '') problems[field] = 'errors.field.required';
    else if (!isRight) problems[field] = text;
  };
  check('bank_name', bank_name, true, '');
  check('bank_inn', bank_inn, isInn(bank_inn), 'errors.field.bank.inn');
  check('bank_bik', bank_bik, isBik(bank_bik), 'errors.field.bank.bik');
  check('bank_account', bank_account, isAccount(bank_account, bank_bik), 'errors.field.bank.account');
  check('bank_cor', bank_cor, isCorrespondentAccount(bank_cor, bank_bik), 'errors.field.bank.account');
  // Entrepreneurs, whose INN has twelve digits, have no KPP.
  if (bank_kpp !== '' || bank_inn.length !== 12) check('bank_kpp', bank_kpp, isKpp(bank_kpp), 'errors.field.bank.kpp');
  return problems;
}
