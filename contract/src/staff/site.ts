import { z } from 'zod';
import { IMAGE_ERRORS } from '../files/media.ts';
import { isAccount, isBik, isCorrespondentAccount, isKpp } from '../people/banks.ts';
import { EMAIL_MAX, email } from '../people/users.ts';
import { CONTRAST_MIN, contrastsOf, isColor } from '../platform/brand-colors.ts';
import { endpoint } from '../platform/endpoint.ts';
import { optionalId, singleLine, timestamp, wholeNumber } from '../platform/fields.ts';
import { isInn } from '../platform/inn.ts';
import { isOgrn } from '../platform/ogrn.ts';
import { OPERATOR } from '../platform/operator.ts';
import { LEGAL_FORMS, REGISTRATION_MODES, type Requisites, SiteSettings } from '../platform/site-settings.ts';

export const SITE_NAME_MAX = 40;
/** Launchers of phones cut longer names. */
export const SHORT_NAME_MAX = 12;
export const REQUISITE_MAX = 300;
export const LOGO_MAX_BYTES = 5 * 1024 * 1024;
/** Of the numbers that are typed, with the spaces between their groups. */
const NUMBER_MAX = 40;

const requisite = singleLine(REQUISITE_MAX).default('');
const number = singleLine(NUMBER_MAX)
  .transform((value) => value.replace(/\s/g, '').toUpperCase())
  .default('');

const RequisitesDraft = z.object({
  legal_form: z.enum(LEGAL_FORMS).default('company'),
  name: requisite,
  name_latin: requisite,
  full_name: requisite,
  full_name_latin: requisite,
  address: requisite,
  address_latin: requisite,
  director: requisite,
  director_latin: requisite,
  bank: requisite,
  bank_latin: requisite,
  hours: requisite,
  hours_latin: requisite,
  inn: number,
  kpp: number,
  ogrn: number,
  registry: number,
  bik: number,
  account: number,
  correspondent_account: number,
  email: singleLine(EMAIL_MAX).default(''),
  phone: singleLine(NUMBER_MAX).default(''),
});

const optionalEmail = z.union([z.literal(''), email]);

export const SiteDraft = z.object({
  /** Version that the form was filled from; a newer one is not overwritten. */
  version: wholeNumber(0, 2_000_000_000),
  name: singleLine(SITE_NAME_MAX).default(''),
  name_latin: singleLine(SITE_NAME_MAX).default(''),
  short_name: singleLine(SHORT_NAME_MAX).default(''),
  color: z
    .string()
    .trim()
    .toLowerCase()
    .refine((value) => value === '' || isColor(value))
    .default(''),
  requisites: RequisitesDraft.nullable().default(null),
  sender_name: singleLine(SITE_NAME_MAX).default(''),
  sender_email: optionalEmail.default(''),
  city_id: optionalId.default(null),
  registration: z.enum(REGISTRATION_MODES).default('open'),
});
export type SiteDraft = z.infer<typeof SiteDraft>;

export const StaffSite = z.object({
  version: z.number().int(),
  settings: SiteSettings,
  changed: timestamp.nullable(),
  /** Whether a provider is configured that moves real money, so that payments wait for real requisites. */
  takes_real_money: z.boolean(),
});
export type StaffSite = z.infer<typeof StaffSite>;

/** Whether white or dark letters can be read on this color. */
export function isReadableColor(color: string): boolean {
  const { light, dark } = contrastsOf(color);
  return Math.min(light, dark) >= CONTRAST_MIN;
}

const REQUIRED = ['name', 'full_name', 'address', 'inn', 'ogrn', 'email', 'phone'] as const;
const OGRN_DIGITS = { company: 13, entrepreneur: 15 } as const;
const INN_DIGITS = { company: 10, entrepreneur: 12 } as const;

/** Text keys of what is wrong with the requisites, by field. */
export function findRequisitesProblems(requisites: Requisites): Partial<Record<keyof Requisites, string>> {
  const { legal_form: form, inn, ogrn, kpp, bik, account, correspondent_account: correspondent } = requisites;
  const problems: Partial<Record<keyof Requisites, string>> = {};
  for (const field of REQUIRED) if (requisites[field] === '') problems[field] = 'errors.field.required';
  const check = (field: keyof Requisites, isRight: boolean, text: string): void => {
    if (requisites[field] !== '' && !isRight) problems[field] = text;
  };
  check('inn', isInn(inn) && inn.length === INN_DIGITS[form] && inn !== OPERATOR.inn, 'errors.field.bank.inn');
  check('ogrn', isOgrn(ogrn) && ogrn.length === OGRN_DIGITS[form], 'errors.field.ogrn');
  if (form === 'company' && kpp === '') problems.kpp = 'errors.field.required';
  check('kpp', isKpp(kpp), 'errors.field.bank.kpp');
  check('bik', isBik(bik), 'errors.field.bank.bik');
  check('account', isAccount(account, bik), 'errors.field.bank.account');
  check('correspondent_account', isCorrespondentAccount(correspondent, bik), 'errors.field.bank.account');
  check('email', email.safeParse(requisites.email).success, 'errors.field.email.invalid');
  return problems;
}

export const siteApi = {
  get: endpoint('GET', '/api/admin/site', 'staff', {
    permission: 'site.edit',
    summary: 'What the operator set of the site, and its version.',
    response: StaffSite,
  }),
  save: endpoint('PUT', '/api/admin/site', 'staff', {
    permission: 'site.edit',
    summary: 'Set name, color, requisites, sender, home city and registration, on every node within seconds.',
    body: SiteDraft,
    response: StaffSite,
    errors: ['conflict'],
  }),
  saveLogo: endpoint('POST', '/api/admin/site/logo', 'staff', {
    permission: 'site.edit',
    summary: 'Set the logo: header, icons and the picture of shared links are made of it.',
    files: { logo: { kind: 'image', maxCount: 1, maxBytes: LOGO_MAX_BYTES } },
    multipart: true,
    response: StaffSite,
    errors: ['conflict', ...IMAGE_ERRORS],
  }),
  removeLogo: endpoint('DELETE', '/api/admin/site/logo', 'staff', {
    permission: 'site.edit',
    summary: 'Go back to the logo of the product.',
    response: StaffSite,
    errors: ['conflict'],
  }),
};
