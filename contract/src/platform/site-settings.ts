import { z } from 'zod';
import type { Lang } from './languages.ts';

/** Who may register: everybody, whoever has an invitation, whom staff approve, nobody. */
export const REGISTRATION_MODES = ['open', 'invited', 'approved', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

export const LEGAL_FORMS = ['company', 'entrepreneur'] as const;

const line = z.string().default('');

/** Details of the operator that documents and pages show. `…_latin`: for languages other than Russian, '' for the same. */
export const Requisites = z.object({
  legal_form: z.enum(LEGAL_FORMS).default('company'),
  name: line,
  name_latin: line,
  full_name: line,
  full_name_latin: line,
  address: line,
  address_latin: line,
  director: line,
  director_latin: line,
  bank: line,
  bank_latin: line,
  hours: line,
  hours_latin: line,
  inn: line,
  kpp: line,
  ogrn: line,
  /** Number in the register of personal-data operators (152-FZ, art. 22). */
  registry: line,
  bik: line,
  account: line,
  correspondent_account: line,
  email: line,
  phone: line,
});
export type Requisites = z.infer<typeof Requisites>;

/** Size of the header's file; `logoUrl` of `site-logo.ts` has the addresses. */
const SiteLogo = z.object({ id: z.string(), width: z.number().int(), height: z.number().int() });
export type SiteLogo = z.infer<typeof SiteLogo>;

/** What the operator sets in `/admin/site`. An empty value stands for what the product brings along. */
export const SiteSettings = z.object({
  name: line,
  name_latin: line,
  short_name: line,
  /** `#rrggbb`. */
  color: line,
  logo: SiteLogo.nullable().default(null),
  /** Null: the samples of `operator.ts`. */
  requisites: Requisites.nullable().default(null),
  sender_name: line,
  sender_email: line,
  /** Home city, and its country. */
  city_id: z.number().int().nullable().default(null),
  country_id: z.number().int().nullable().default(null),
  registration: z.enum(REGISTRATION_MODES).default('open'),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

export type SiteNames = Pick<SiteSettings, 'name' | 'name_latin'>;

export const siteNameIn = (lang: Lang, { name, name_latin }: SiteNames): string =>
  (lang === 'ru' ? name : name_latin || name) || '';
