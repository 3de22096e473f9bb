import type { TextKey } from '../../platform/texts.ts';
import type { Draft } from './draft.ts';

type ErrorKey = TextKey<'errors' | 'registration' | 'auth'>;
export type DraftErrors = Partial<Record<keyof Draft, ErrorKey>>;

/**
 * What is wrong with the form, field by field, by the contract's own schema: the server would say the same.
 * The schemas load with the first check, after the page is there.
 */
export async function checkDraft(draft: Draft, hasText: (key: string) => boolean): Promise<DraftErrors> {
  const [{ Registration }, { fieldIssues, issueText }] = await Promise.all([
    import('@app/contract/auth'),
    import('@app/contract/input-issues'),
  ]);
  const errors: Record<string, string> = {};
  const parsed = Registration.safeParse({ ...draft, user_allow_to_call: draft.user_allow_to_call ? 1 : 0 });
  if (!parsed.success) {
    for (const [field, kind] of Object.entries(fieldIssues(parsed.error)))
      errors[field] = issueText(field, kind, hasText);
  }
  if (draft.repeat !== draft.user_password) errors.repeat = 'auth.password.mismatch';
  if (!draft.consent) errors.consent = 'registration.form.consentNeeded';
  return errors as DraftErrors;
}
