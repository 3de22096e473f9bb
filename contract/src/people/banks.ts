import { isInn } from '../platform/inn.ts';
import type { BankDetails } from './users.ts';

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

const SOLE_TRADER_INN_DIGITS = 12;

/** Whether an INN belongs to a sole trader, who has no KPP. */
export const isSoleTrader = (inn: string): boolean => inn.replace(/\s/g, '').length === SOLE_TRADER_INN_DIGITS;

interface Bank {
  bik: string;
  name: string;
  cor: string;
}

/** Large banks, from the directory of the Bank of Russia. Others are typed in: no register is asked for them. */
export const BANKS: readonly Bank[] = [
  { bik: '044525225', name: 'ПАО Сбербанк', cor: '30101810400000000225' },
  { bik: '044525187', name: 'Банк ВТБ (ПАО)', cor: '30101810700000000187' },
  { bik: '044525593', name: 'АО «Альфа-Банк»', cor: '30101810200000000593' },
  { bik: '044525974', name: 'АО «ТБанк»', cor: '30101810145250000974' },
  { bik: '044525823', name: 'Банк ГПБ (АО)', cor: '30101810200000000823' },
  { bik: '044525700', name: 'АО «Райффайзенбанк»', cor: '30101810200000000700' },
  { bik: '044525111', name: 'АО «Россельхозбанк»', cor: '30101810200000000111' },
  { bik: '044525555', name: 'ПАО «Банк ПСБ»', cor: '30101810400000000555' },
];

export function findBank(bik: string): Bank | undefined {
  const digits = bik.replace(/\s/g, '');
  return BANKS.find((bank) => bank.bik === digits);
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
  if (bank_kpp !== '' || !isSoleTrader(bank_inn)) check('bank_kpp', bank_kpp, isKpp(bank_kpp), 'errors.field.bank.kpp');
  return problems;
}
