import type { CallInput } from '@app/contract/platform/endpoint';
import type { RegistrationMode, Requisites, SiteSettings } from '@app/contract/platform/site-settings';
import type { siteApi } from '@app/contract/staff/site';
import type { useStaffForm } from '../frame/staff-form.tsx';

/** Requisites that are words, each with its translation. */
export const WORDS = ['name', 'full_name', 'address', 'director', 'bank', 'hours'] as const;
export const REQUIRED_WORDS: readonly string[] = ['name', 'full_name', 'address'];
/** Requisites that are the same in every language. */
export const NUMBERS = [
  'inn',
  'ogrn',
  'kpp',
  'registry',
  'bik',
  'account',
  'correspondent_account',
  'email',
  'phone',
] as const;
export const REQUIRED_NUMBERS: readonly string[] = ['inn', 'ogrn', 'email', 'phone'];

type RequisiteField = keyof Requisites;
const REQUISITE_FIELDS: readonly RequisiteField[] = [
  'legal_form',
  ...WORDS.flatMap((word): RequisiteField[] => [word, `${word}_latin`]),
  ...NUMBERS,
];

/** Names of requisites as those of the fields that the server rejects. */
export type SiteForm = {
  name: string;
  name_latin: string;
  short_name: string;
  color: string;
  sender_name: string;
  sender_email: string;
  country_id: string;
  city_id: string;
  registration: RegistrationMode;
  hasRequisites: boolean;
} & Record<`requisites.${RequisiteField}`, string>;

/** What the sections of the page need of the form. */
export type SiteFields = Pick<ReturnType<typeof useStaffForm<SiteForm>>, 'values' | 'change' | 'field'>;

export function toForm(settings: SiteSettings): SiteForm {
  const { requisites, city_id, country_id } = settings;
  const fields = REQUISITE_FIELDS.map((field) => [
    `requisites.${field}`,
    requisites?.[field] ?? (field === 'legal_form' ? 'company' : ''),
  ]);
  return {
    name: settings.name,
    name_latin: settings.name_latin,
    short_name: settings.short_name,
    color: settings.color,
    sender_name: settings.sender_name,
    sender_email: settings.sender_email,
    registration: settings.registration,
    country_id: String(country_id ?? ''),
    city_id: String(city_id ?? ''),
    hasRequisites: requisites !== null,
    ...(Object.fromEntries(fields) as Record<`requisites.${RequisiteField}`, string>),
  };
}

export function toBody(form: SiteForm, version: number): NonNullable<CallInput<typeof siteApi.save>['body']> {
  const requisites = Object.fromEntries(REQUISITE_FIELDS.map((field) => [field, form[`requisites.${field}`]]));
  return {
    version,
    name: form.name,
    name_latin: form.name_latin,
    short_name: form.short_name,
    color: form.color,
    sender_name: form.sender_name,
    sender_email: form.sender_email,
    registration: form.registration,
    city_id: form.city_id,
    requisites: form.hasRequisites ? (requisites as unknown as Requisites) : null,
  };
}
