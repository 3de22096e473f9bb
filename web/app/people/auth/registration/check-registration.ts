import { PHONE_MAX_DIGITS_AT_REGISTRATION } from '#contract/platform/phone';
import type { TextKey } from '../../../platform/texts.ts';
import type { Draft } from './draft.ts';

type ErrorKey = TextKey<'errors' | 'registration' | 'auth'>;
export type DraftErrors = Partial<Record<keyof Draft, ErrorKey>>;

/** Formats of bank details; the server checks the control digits. */
const BANK: Partial<Record<keyof Draft, { shape: RegExp; wrong: ErrorKey }>> = {
  user_bank_name: { shape: /./, wrong: 'errors.field.required' },
  user_bank_account: { shape: /^\d{20}$/, wrong: 'errors.field.bank.account' },
  user_bank_cor: { shape: /^\d{20}$/, wrong: 'errors.field.bank.account' },
  user_bank_bik: { shape: /^\d{9}$/, wrong: 'errors.field.bank.bik' },
  user_bank_inn: { shape: /^(\d{10}|\d{12})$/, wrong: 'errors.field.bank.inn' },
  user_bank_kpp: { shape: /^\d{4}[\dA-Z]{2}\d{3}$/i, wrong: 'errors.field.bank.kpp' },
};
/** An INN of this length belongs to a sole proprietor, who has no KPP. */
const ENTREPRENEUR_INN_DIGITS = 12;

const tight = (value: string): string => value.replace(/\s/g, '');

/**
 * Validates the form by the contract's schema, so that the server finds the same errors. The schemas are loaded with
 * the first check.
 */
export async function checkDraft(draft: Draft, hasText: (key: string) => boolean): Promise<DraftErrors> {
  const [{ Registration }, { fieldIssues, issueText }] = await Promise.all([
    import('@app/contract/people/auth'),
    import('@app/contract/platform/input-issues'),
  ]);
  const errors: Record<string, string> = {};
  const parsed = Registration.safeParse({ ...draft, user_allow_to_call: draft.user_allow_to_call ? 1 : 0 });
  if (!parsed.success) {
    for (const [field, kind] of Object.entries(fieldIssues(parsed.error))) {
      const isEmpty = String(draft[field as keyof Draft] ?? '').trim() === '';
      errors[field] = issueText(field, isEmpty ? 'required' : kind, hasText);
    }
  }
  if (!errors.user_phone && draft.user_phone.replace(/\D/g, '').length > PHONE_MAX_DIGITS_AT_REGISTRATION) {
    errors.user_phone = 'errors.field.phone.too_long_at_registration';
  }
  if (draft.repeat === '') errors.repeat = 'errors.field.password.required';
  else if (draft.repeat !== draft.user_password) errors.repeat = 'auth.password.mismatch';
  if (!draft.consent) errors.consent = 'registration.form.consentNeeded';
  return { ...(errors as DraftErrors), ...(draft.user_legal_status === '1' && checkBank(draft)) };
}

function checkBank(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  for (const [name, { shape, wrong }] of Object.entries(BANK)) {
    const field = name as keyof Draft;
    const value = tight(String(draft[field]));
    if (value === '') errors[field] = 'errors.field.required';
    else if (!shape.test(value)) errors[field] = wrong;
  }
  const isEntrepreneur = tight(draft.user_bank_inn).length === ENTREPRENEUR_INN_DIGITS;
  if (isEntrepreneur && draft.user_bank_kpp === '') delete errors.user_bank_kpp;
  return errors;
}
