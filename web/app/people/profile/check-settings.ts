import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from '#contract/platform/phone';
import type { TextKey } from '../../platform/texts.ts';
import { BANK_FIELDS, type SettingsDraft, type SettingsField } from './settings-draft.ts';

type ErrorKey = TextKey<'errors'>;
export type SettingsErrors = Partial<Record<SettingsField, ErrorKey>>;

const SHAPES: Record<(typeof BANK_FIELDS)[number], { shape: RegExp; wrong: ErrorKey }> = {
  bank_name: { shape: /./, wrong: 'errors.field.required' },
  bank_account: { shape: /^\d{20}$/, wrong: 'errors.field.bank.account' },
  bank_cor: { shape: /^\d{20}$/, wrong: 'errors.field.bank.account' },
  bank_bik: { shape: /^\d{9}$/, wrong: 'errors.field.bank.bik' },
  bank_inn: { shape: /^(\d{10}|\d{12})$/, wrong: 'errors.field.bank.inn' },
  bank_kpp: { shape: /^\d{4}[\dA-Z]{2}\d{3}$/i, wrong: 'errors.field.bank.kpp' },
};
/** An INN of this length belongs to a sole proprietor, who has no KPP. */
const ENTREPRENEUR_INN_DIGITS = 12;

const tight = (value: string): string => value.replace(/\s/g, '');

/**
 * Validates the form by the contract's schema, with the messages of the specification. The schemas are loaded with the
 * first check.
 */
export async function checkSettings(
  draft: SettingsDraft,
  base: SettingsDraft,
  hasText: (key: string) => boolean,
): Promise<SettingsErrors> {
  const [{ UserChange }, { fieldIssues, issueText }] = await Promise.all([
    import('@app/contract/people/users'),
    import('@app/contract/platform/input-issues'),
  ]);
  const errors: Record<string, string> = {};
  const { phone: _, ...rest } = draft;
  const parsed = UserChange.safeParse(rest);
  if (!parsed.success) {
    for (const [field, kind] of Object.entries(fieldIssues(parsed.error))) {
      const isEmpty = String(draft[field as SettingsField] ?? '').trim() === '';
      errors[field] = issueText(field, isEmpty ? 'required' : kind, hasText);
    }
  }
  const phone = checkPhone(draft, base);
  if (phone !== undefined) errors.phone = phone;
  return { ...(errors as SettingsErrors), ...(draft.legal_status === '1' && checkBank(draft)) };
}

/**
 * An unchanged phone is not validated, because an older registration may have a longer number. A phone cannot be
 * removed.
 */
function checkPhone({ phone, country_code }: SettingsDraft, base: SettingsDraft): ErrorKey | undefined {
  if (phone === base.phone && country_code === base.country_code) return undefined;
  const digits = phone.replace(/[\s+()-]/g, '');
  if (digits === '') return base.phone === '' ? undefined : 'errors.field.phone.required';
  if (!/^\d+$/.test(digits)) return 'errors.field.phone.invalid';
  if (digits.length < PHONE_MIN_DIGITS) return 'errors.field.phone.too_short';
  return digits.length > PHONE_MAX_DIGITS ? 'errors.field.phone.too_long' : undefined;
}

/** Checks formats only; the server checks the control digits. */
function checkBank(draft: SettingsDraft): SettingsErrors {
  const isEntrepreneur = tight(draft.bank_inn).length === ENTREPRENEUR_INN_DIGITS;
  const errors: SettingsErrors = {};
  for (const name of BANK_FIELDS) {
    const value = tight(draft[name]);
    if (value === '' && name === 'bank_kpp' && isEntrepreneur) continue;
    const { shape, wrong } = SHAPES[name];
    if (value === '') errors[name] = 'errors.field.required';
    else if (!shape.test(value)) errors[name] = wrong;
  }
  return errors;
}
