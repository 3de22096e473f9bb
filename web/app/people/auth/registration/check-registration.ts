import { PHONE_MAX_DIGITS_AT_REGISTRATION } from '#contract/platform/phone';
import type { TextKey } from '../../../platform/texts.ts';
import { findSchemaErrors } from '../../../ui/form/schema-errors.ts';
import { findBankProblems } from '../../users/fields/check-fields.ts';
import type { Draft } from './draft.ts';

type Problems = Partial<Record<keyof Draft, TextKey<'errors' | 'registration' | 'auth'>>>;

export async function checkDraft(draft: Draft, t: (key: never) => string): Promise<Problems> {
  const problems: Problems = await findSchemaErrors(
    import('@app/contract/people/auth').then(({ Registration }) => Registration),
    { ...draft, user_allow_to_call: draft.user_allow_to_call ? 1 : 0 },
    t,
  );
  if (!problems.user_phone && draft.user_phone.replace(/\D/g, '').length > PHONE_MAX_DIGITS_AT_REGISTRATION) {
    problems.user_phone = 'errors.field.phone.too_long_at_registration';
  }
  if (draft.repeat === '') problems.repeat = 'errors.field.password.required';
  else if (draft.repeat !== draft.user_password) problems.repeat = 'auth.password.mismatch';
  if (!draft.consent) problems.consent = 'registration.form.consentNeeded';
  if (draft.user_legal_status === '0') return problems;
  const ofBank = findBankProblems((name) => draft[`user_${name}`]).map(([name, text]) => [`user_${name}`, text]);
  return { ...problems, ...Object.fromEntries(ofBank) };
}
