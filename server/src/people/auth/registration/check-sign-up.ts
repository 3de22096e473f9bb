import type { SignUpProblem } from '@app/contract/people/auth';
import type { Services } from '../../../platform/domain/services.ts';
import { isLoginFree } from '../../users/accounts.public.ts';
import { findPasswordProblem } from '../../users/passwords/password-rules.public.ts';
import { staleBefore } from './stale-registrations.ts';

/** What the registration would say of a login and a password, for the form to say it before it is sent. */
export async function checkSignUp(
  services: Services,
  { user_login, user_password }: { user_login?: string | undefined; user_password?: string | undefined },
): Promise<{ problems: SignUpProblem[] }> {
  const { db, clock } = services;
  const problems: SignUpProblem[] = [];
  if (user_login !== undefined && !(await isLoginFree(db, user_login, staleBefore(clock()))))
    problems.push('login_taken');
  const problem = user_password && (await findPasswordProblem(services, user_password));
  if (problem) problems.push(problem);
  return { problems };
}
