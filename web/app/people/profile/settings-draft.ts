import type { User, UserChange } from '@app/contract/people/users';
import { BANK_FIELDS } from '../users/fields/check-fields.ts';

export type SettingsDraft = ReturnType<typeof draftOf>;
export type SettingsField = keyof SettingsDraft;

/** Fields that form one value and are sent together. */
const PHONE_FIELDS: readonly SettingsField[] = ['phone', 'country_code', 'country_iso'];
const LEGAL_FIELDS: readonly SettingsField[] = ['legal_status', 'company_name', ...BANK_FIELDS];
const PLACE_FIELDS: readonly SettingsField[] = ['country_id', 'city_id', 'district'];
const GROUPS = [PHONE_FIELDS, LEGAL_FIELDS, PLACE_FIELDS];

const isOfCompany = (name: string): boolean => /^(?:bank|company)_/.test(name);

const DEFAULT_CODE = { country_code: '7', country_iso: 'RU' };
const flagText = (flag: 0 | 1): '0' | '1' => (flag === 1 ? '1' : '0');
const idText = (id: number | null): string => (id === null ? '' : String(id));

export function draftOf(person: User) {
  const { country_code, country_iso, phone = '', bank } = person;
  const code = country_code ? { country_code, country_iso: country_iso ?? '' } : DEFAULT_CODE;
  const digits = phone.replace(/\D/g, '');
  return {
    lastname: person.lastname,
    firstname: person.firstname,
    middlename: person.middlename,
    email: person.email ?? '',
    ...code,
    phone: digits.startsWith(code.country_code) ? digits.slice(code.country_code.length) : digits,
    login: person.login ?? '',
    position: person.position,
    activity: person.activity ?? '',
    description: person.description,
    familystatus: String(person.familystatus ?? '-'),
    country_id: idText(person.country_id),
    city_id: idText(person.city_id),
    district: person.district ?? '',
    allow_to_call: flagText(person.allow_to_call),
    legal_status: flagText(person.legal_status),
    company_name: person.company_name ?? '',
    bank_name: bank?.bank_name ?? '',
    bank_account: bank?.bank_account ?? '',
    bank_cor: bank?.bank_cor ?? '',
    bank_inn: bank?.bank_inn ?? '',
    bank_kpp: bank?.bank_kpp ?? '',
    bank_bik: bank?.bank_bik ?? '',
  };
}

/** Returns the changed fields. Bank details count only for companies. */
export function changedFields(draft: SettingsDraft, base: SettingsDraft): SettingsField[] {
  const names = Object.keys(draft) as SettingsField[];
  return names.filter((name) => draft[name] !== base[name] && (draft.legal_status === '1' || !isOfCompany(name)));
}

/** Builds the request body: changed fields, and all fields that belong together. */
export function toChange(draft: SettingsDraft, base: SettingsDraft, revision: number | undefined): UserChange {
  const changed = new Set(changedFields(draft, base));
  for (const group of GROUPS) if (group.some((name) => changed.has(name))) for (const name of group) changed.add(name);
  if (draft.phone === '') for (const name of PHONE_FIELDS) changed.delete(name);
  const isBankSent = draft.legal_status === '1';
  const sent = [...changed].filter((name) => isBankSent || !isOfCompany(name));
  const body = Object.fromEntries(sent.map((name) => [name, draft[name]]));
  // The server parses each field from its form representation.
  return { ...body, revision } as unknown as UserChange;
}

export function findClashes(draft: SettingsDraft, base: SettingsDraft, present: SettingsDraft): SettingsField[] {
  return changedFields(draft, base).filter((name) => present[name] !== base[name] && present[name] !== draft[name]);
}

/** Applies this window's changes to the state another window saved; `theirs` lists fields that take the other value. */
export function rebase(
  draft: SettingsDraft,
  base: SettingsDraft,
  present: SettingsDraft,
  theirs: ReadonlySet<SettingsField> = new Set(),
): SettingsDraft {
  const mine = changedFields(draft, base).filter((name) => !theirs.has(name));
  return { ...present, ...Object.fromEntries(mine.map((name) => [name, draft[name]])) };
}
