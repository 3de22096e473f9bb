import type { SignUpProblem } from '@app/contract/people/auth';
import type { Site } from '@app/contract/platform/page-host';
import { authApi } from '#contract/people/auth';
import { PHONE_MAX_DIGITS_AT_REGISTRATION } from '#contract/platform/phone';
import { call } from '../../../platform/call.ts';
import type { TextKey } from '../../../platform/texts.ts';
import { findSchemaErrors } from '../../../ui/form/schema-errors.ts';
import { findBankProblems } from '../../users/fields/check-fields.ts';
import type { Draft } from './draft.ts';

type Problems = Partial<Record<keyof Draft, TextKey<'errors' | 'registration' | 'auth'>>>;

/** What the server answered, by what it was asked. */
const answers = new Map<string, Promise<readonly SignUpProblem[]>>();

const PASSWORD_PROBLEMS: readonly SignUpProblem[] = ['password_common', 'password_breached', 'password_names'];

/** Asks the server about a right login or password, once for each; without an answer the registration itself tells. */
async function findProblem(
  problems: readonly SignUpProblem[],
  body: { user_login: string } | { user_password: string },
): Promise<`errors.${SignUpProblem}` | undefined> {
  const key = JSON.stringify(body);
  const answer =
    answers.get(key) ?? call(authApi.checkSignUp, { body, isQuiet: true }).then(({ problems }) => problems);
  answers.set(key, answer);
  try {
    const problem = (await answer).find((found) => problems.includes(found));
    return problem && `errors.${problem}`;
  } catch {
    answers.delete(key);
    return undefined;
  }
}

export async function checkDraft(
  draft: Draft,
  t: (key: never) => string,
  mode?: Site['registration'],
): Promise<Problems> {
  const problems: Problems = await findSchemaErrors(
    import('@app/contract/people/auth').then(({ Registration }) => Registration),
    { ...draft, user_allow_to_call: draft.user_allow_to_call ? 1 : 0 },
    t,
  );
  if (!problems.user_phone && draft.user_phone.replace(/\D/g, '').length > PHONE_MAX_DIGITS_AT_REGISTRATION) {
    problems.user_phone = 'errors.field.phone.too_long_at_registration';
  }
  if (!problems.user_login) problems.user_login = await findProblem(['login_taken'], { user_login: draft.user_login });
  if (!problems.user_password)
    problems.user_password = await findProblem(PASSWORD_PROBLEMS, { user_password: draft.user_password });
  if (draft.repeat === '') problems.repeat = 'errors.field.password.required';
  else if (draft.repeat !== draft.user_password) problems.repeat = 'auth.password.mismatch';
  if (mode === 'invited' && draft.invitation_code.trim() === '') problems.invitation_code = 'errors.field.required';
  if (mode === 'approved' && draft.registration_reason.trim() === '')
    problems.registration_reason = 'errors.field.required';
  if (!draft.consent) problems.consent = 'registration.form.consentNeeded';
  if (draft.user_legal_status === '0') return problems;
  const ofBank = findBankProblems((name) => draft[`user_${name}`]).map(([name, text]) => [`user_${name}`, text]);
  return { ...problems, ...Object.fromEntries(ofBank) };
}
