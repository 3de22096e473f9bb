import { PASSWORD_MIN, type PasswordProblem } from '@app/contract/people/users';
import type { Config } from '../../../platform/config.ts';
import { Failure } from '../../../platform/failure.ts';
import { isBreachedPassword } from './breached-passwords.public.ts';
import { isCommonPassword } from './common-passwords.ts';

interface RuledBy {
  config: Pick<Config, 'passwords' | 'publicUrl'>;
}

/** Who has the password: nothing that is known of them makes a good one. */
interface PasswordOwner {
  login: string;
  email: string;
  firstname?: string;
  lastname?: string;
}

/** Shorter names stand in good passwords by accident. */
const WORD_MIN = 4;
const SITE_WORDS = ['okolo', 'около'];
const TOO_SHORT = 'errors.password_short';

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
const partsOf = (text: string): string[] => fold(text).split(/[^\p{L}\p{N}]+/u);

/** Whether the password holds a word of the operator, of the site or of its owner; false where the operator has none. */
function holdsName(
  { passwords: { words }, publicUrl }: RuledBy['config'],
  password: string,
  owner?: PasswordOwner,
): boolean {
  if (words === undefined) return false;
  const { login = '', email = '', firstname = '', lastname = '' } = owner ?? {};
  const host = new URL(publicUrl).hostname.split('.').slice(0, -1);
  const own = [login, firstname, lastname, email.split('@', 1)[0] ?? ''];
  const refused = [
    ...SITE_WORDS,
    ...words.map(fold),
    ...[...host, ...own].flatMap((text) => [fold(text), ...partsOf(text)]),
  ];
  const typed = fold(password);
  return refused.some((word) => word.length >= WORD_MIN && typed.includes(word));
}

export async function findPasswordProblem(
  { config }: RuledBy,
  password: string,
  owner?: PasswordOwner,
): Promise<PasswordProblem | undefined> {
  if (isCommonPassword(password)) return 'password_common';
  const { breachedFile } = config.passwords;
  if (breachedFile !== undefined && (await isBreachedPassword(breachedFile, password))) return 'password_breached';
  return holdsName(config, password, owner) ? 'password_names' : undefined;
}

/** Fails with invalid_input where it is too short for this site, and with a {@link PasswordProblem}. */
export async function requireGoodPassword(
  services: RuledBy,
  password: string,
  field: string,
  owner?: PasswordOwner,
): Promise<void> {
  const min = services.config.passwords.minLength;
  if ([...password].length < min && min > PASSWORD_MIN)
    throw new Failure('invalid_input', { text: TOO_SHORT, values: { min }, fields: { [field]: TOO_SHORT } });
  const problem = await findPasswordProblem(services, password, owner);
  if (problem !== undefined) throw new Failure(problem, { fields: { [field]: `errors.${problem}` } });
}

/** Fails with password_names. Apart where the owner may be told of only after a proof. */
export function requireNoNames({ config }: RuledBy, password: string, field: string, owner: PasswordOwner): void {
  if (holdsName(config, password, owner))
    throw new Failure('password_names', { fields: { [field]: 'errors.password_names' } });
}
