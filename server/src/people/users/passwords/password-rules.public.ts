import type { PasswordProblem } from '@app/contract/people/users';
import { Failure } from '../../../platform/failure.ts';
import { isBreachedPassword } from './breached-passwords.public.ts';
import { isCommonPassword } from './common-passwords.ts';

interface RuledBy {
  config: { breachedPasswordsFile?: string };
}

export async function findPasswordProblem({ config }: RuledBy, password: string): Promise<PasswordProblem | undefined> {
  if (isCommonPassword(password)) return 'password_common';
  const { breachedPasswordsFile } = config;
  if (breachedPasswordsFile !== undefined && (await isBreachedPassword(breachedPasswordsFile, password)))
    return 'password_breached';
  return undefined;
}

/** Fails with password_common or password_breached. */
export async function requireGoodPassword(services: RuledBy, password: string, field: string): Promise<void> {
  const problem = await findPasswordProblem(services, password);
  if (problem !== undefined) throw new Failure(problem, { fields: { [field]: `errors.${problem}` } });
}
