import type { TextKey } from '../../platform/texts.ts';
import { findSchemaErrors } from '../../ui/form/schema-errors.ts';
import { findBankProblems, findPhoneProblem } from '../users/fields/check-fields.ts';
import type { SettingsDraft, SettingsField } from './settings-draft.ts';

type Problems = Partial<Record<SettingsField, TextKey<'errors'>>>;

export async function checkSettings(
  draft: SettingsDraft,
  base: SettingsDraft,
  t: (key: never) => string,
): Promise<Problems> {
  const { phone: _, ...rest } = draft;
  const users = import('@app/contract/people/users');
  const problems: Problems = await findSchemaErrors(
    users.then(({ UserChange }) => UserChange),
    rest,
    t,
  );
  const phone = checkPhone(draft, base);
  if (phone !== undefined) problems.phone = phone;
  if (draft.legal_status === '0') return problems;
  return { ...problems, ...Object.fromEntries(findBankProblems((name) => draft[name])) };
}

/**
 * An unchanged phone is not validated, because an older registration may have a longer number. A phone cannot be
 * removed.
 */
function checkPhone({ phone, country_code }: SettingsDraft, base: SettingsDraft): TextKey<'errors'> | undefined {
  const isKept = phone === base.phone && country_code === base.country_code;
  const isMissing = base.phone === '' && phone.replace(/[\s+()-]/g, '') === '';
  return isKept || isMissing ? undefined : findPhoneProblem(phone);
}
