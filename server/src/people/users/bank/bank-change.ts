import { findBankProblems, normalizeBankDetails } from '@app/contract/people/banks';
import type { BankDetails, UserChange } from '@app/contract/people/users';
import type { Selectable, Updateable } from 'kysely';
import { Failure } from '../../../platform/failure.ts';
import type { UsersTable } from '../users.tables.ts';

const EMPTY_BANK_DETAILS: BankDetails = {
  bank_name: '',
  bank_account: '',
  bank_cor: '',
  bank_inn: '',
  bank_kpp: '',
  bank_bik: '',
};
const BANK_FIELDS = Object.keys(EMPTY_BANK_DETAILS) as (keyof BankDetails)[];

/** Legal entities must give all bank details; those of others are deleted. */
export function parseBankChange(stored: Selectable<UsersTable>, change: UserChange): Updateable<UsersTable> {
  const legal_status = change.legal_status ?? stored.legal_status;
  if (legal_status === 0) {
    const empty = { legal_status, company_name: '', ...EMPTY_BANK_DETAILS, inn_verified_at: null };
    return change.legal_status === undefined ? {} : empty;
  }
  const given = Object.fromEntries(BANK_FIELDS.map((field) => [field, change[field] ?? stored[field]]));
  const details = normalizeBankDetails({ ...EMPTY_BANK_DETAILS, ...given });
  const isSame = stored.legal_status === 1 && BANK_FIELDS.every((field) => details[field] === stored[field]);
  const { company_name } = change;
  if (isSame) return { company_name };
  const problems = findBankProblems(details);
  if (Object.keys(problems).length > 0) throw new Failure('invalid_input', { fields: problems });
  // The check by staff applied to the old INN.
  return {
    legal_status,
    company_name,
    ...details,
    ...(details.bank_inn !== stored.bank_inn && { inn_verified_at: null }),
  };
}

export function parseInnVerification(
  stored: Selectable<UsersTable>,
  update: Updateable<UsersTable>,
  { inn_verified }: UserChange,
  now: Date,
): Updateable<UsersTable> {
  if (inn_verified === undefined) return {};
  const isLegal = (update.legal_status ?? stored.legal_status) === 1;
  const inn = update.bank_inn ?? stored.bank_inn;
  if (inn_verified === 1 && isLegal && inn !== '') return { inn_verified_at: now };
  return { inn_verified_at: null };
}
