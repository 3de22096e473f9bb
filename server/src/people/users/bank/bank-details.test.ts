import {
  BANKS,
  findBank,
  findBankProblems,
  isAccount,
  isBik,
  isCorrespondentAccount,
  isKpp,
  normalizeBankDetails,
} from '@app/contract/people/banks';
import { isInn } from '@app/contract/platform/inn';
import { expect, test } from 'vitest';

const SBERBANK = {
  bank_name: 'ПАО Сбербанк',
  bank_account: '40702810638000010045',
  bank_cor: '30101810400000000225',
  bank_inn: '7707083893',
  bank_kpp: '773601001',
  bank_bik: '044525225',
};

test.each(['7707083893', '7736050003', '500100732259'])('the INN %s is accepted', (inn) => {
  expect(isInn(inn)).toBe(true);
});

test.each(['7707083894', '500100732258', '500100732249', '0000000000', '000000000000', '77070838', '770708389A', ''])(
  'the INN "%s" is refused',
  (inn) => {
    expect(isInn(inn)).toBe(false);
  },
);

test('the check digits of an INN catch every single wrong digit', () => {
  for (const inn of ['7707083893', '500100732259']) {
    for (let place = 0; place < inn.length; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const other = inn.slice(0, place) + digit + inn.slice(place + 1);
        if (other === inn) continue;
        // A remainder of 10 counts as 0, so the scheme misses a few errors, but never a changed check digit.
        if (place >= inn.length - 1) expect(isInn(other)).toBe(false);
      }
    }
  }
});

test('a KPP has nine characters and a BIK nine digits', () => {
  expect(['773601001', '7736AZ001'].map(isKpp)).toEqual([true, true]);
  expect(['77360100', '7736010011', 'A73601001', ''].map(isKpp)).toEqual([false, false, false, false]);
  expect(isBik('044525225')).toBe(true);
  expect(['04452522', '0445252250', '04452522a', '000000000'].map(isBik)).toEqual([false, false, false, false]);
});

test('the control key of a correspondent account is checked against the bank', () => {
  expect(isCorrespondentAccount(SBERBANK.bank_cor, SBERBANK.bank_bik)).toBe(true);
  expect(isCorrespondentAccount('30101810500000000225', SBERBANK.bank_bik)).toBe(false);
  expect(isCorrespondentAccount(SBERBANK.bank_cor, '044585225')).toBe(false);
});

test('the control key of an account is checked against the bank', () => {
  const key = [...'0123456789'].filter((digit) => isAccount(`40702810${digit}38000010045`, SBERBANK.bank_bik));
  expect(key).toHaveLength(1);
  expect(isAccount('40702810', SBERBANK.bank_bik)).toBe(false);
  expect(isAccount('00000000000000000000', SBERBANK.bank_bik)).toBe(false);
});

test('a legal entity must fill in everything', () => {
  const empty = { bank_name: '', bank_account: '', bank_cor: '', bank_inn: '', bank_kpp: '', bank_bik: '' };
  expect(Object.values(findBankProblems(empty))).toEqual(Array(6).fill('errors.field.required'));
});

test('an entrepreneur needs no KPP and a company does', () => {
  const problems = (inn: string) => Object.keys(findBankProblems({ ...SBERBANK, bank_inn: inn, bank_kpp: '' }));
  expect(problems('500100732259')).not.toContain('bank_kpp');
  expect(problems('7707083893')).toContain('bank_kpp');
});

test('digits may be typed in groups', () => {
  expect(normalizeBankDetails({ ...SBERBANK, bank_cor: '30101 810 4 0000 0000225' }).bank_cor).toBe(SBERBANK.bank_cor);
});

test.each(BANKS)('the correspondent account of $name fits its BIK', ({ bik, cor }) => {
  expect(isCorrespondentAccount(cor, bik)).toBe(true);
  expect(findBank(` ${bik.slice(0, 3)} ${bik.slice(3)}`)?.cor).toBe(cor);
});

test('a bank that is not known is not guessed', () => {
  expect(findBank('044525000')).toBeUndefined();
});
