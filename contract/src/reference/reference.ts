import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, optionalId, requiredLine, search } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { countryCode } from '../platform/phone.ts';

export const REFERENCE_NAME_MAX = 120;
/** Maximum entries per response; also what the dropdowns of categories and countries load. */
export const REFERENCE_PAGE_MAX = 1000;
export const CITIES_PAGE_SIZE = 100;
export const DISTRICTS_MAX = 100;
export const DEFAULT_COUNTRY_ID = 1;

/** Keys of category icons, which the site draws. Categories added by staff have no icon and show a neutral one. */
export const CATEGORY_ICONS = [
  'building',
  'car',
  'briefcase',
  'tool',
  'laptop',
  'plant',
  'hanger',
  'stroller',
  'palette',
  'paw',
  'store',
  'gift',
] as const;
export type CategoryIcon = (typeof CATEGORY_ICONS)[number];

const named = {
  id: z.number().int(),
  name_en: z.string(),
  name_native: z.string(),
  name: z.string(),
};

export const Category = z.object({ ...named, icon: z.string() });
export type Category = z.infer<typeof Category>;

/** `phone_code`: digits only, without a plus. `iso`: ISO 3166-1 alpha-2, empty for entries made up by staff. */
export const Country = z.object({ ...named, phone_code: z.string(), iso: z.string() });
export type Country = z.infer<typeof Country>;

export const City = z.object({
  ...named,
  country: z.number().int(),
  /** Degrees; only when a single city is requested and its coordinates are known. */
  lat: z.number().optional(),
  lon: z.number().optional(),
});
export type City = z.infer<typeof City>;

export const CATEGORY_SORTS = ['id', 'name_en', 'name_native'] as const;
export const COUNTRY_SORTS = ['id', 'name_en', 'name_native', 'phone_code'] as const;
export const CITY_SORTS = ['id', 'name_en', 'name_native'] as const;

const sorted = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  sort: z.enum(sorts).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
});

export const ReferenceUses = z.object({
  ads: z.number().int(),
  people: z.number().int(),
  cities: z.number().int(),
});
export type ReferenceUses = z.infer<typeof ReferenceUses>;

const names = { name_en: requiredLine(REFERENCE_NAME_MAX), name_native: requiredLine(REFERENCE_NAME_MAX) };
const phoneCode = countryCode.pipe(z.string().min(1));

export const CategoryDraft = z.object(names);
/** Two letters in any case; empty removes the code, absent keeps it. */
const isoCode = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .pipe(z.string().regex(/^(?:[A-Z]{2})?$/))
  .optional();
export const CountryDraft = z.object({ ...names, phone_code: phoneCode, iso: isoCode });
/** Degrees north or east; empty: unknown. */
const degrees = (max: number) =>
  z
    .union([
      z.literal('').transform(() => null),
      z.null(),
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,3}(\.\d{1,10})?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(-max).max(max).nullable())
    .optional();

/** Distances need both `lat` and `lon`; an edit without them keeps the stored ones. */
export const CityDraft = z.object({ ...names, country: id, lat: degrees(90), lon: degrees(180) });
export type CategoryDraft = z.infer<typeof CategoryDraft>;
export type CountryDraft = z.infer<typeof CountryDraft>;
export type CityDraft = z.infer<typeof CityDraft>;

const IdParams = z.object({ id });
/** `replacement`: the entry that ads, users and cities refer to afterwards. */
const RemoveQuery = z.object({ id, replacement: optionalId });
const Removed = z.object({ id: z.number().int() });
/** Maximum staleness of the reference data cached by other nodes, milliseconds. */
export const REFERENCE_CACHE_MS = 2000;
const cacheMs = REFERENCE_CACHE_MS;

const category = ['/api/category', '/api/categories'];
const country = ['/api/country', '/api/countries'];
const city = ['/api/city', '/api/cities'];

export const REFERENCE_TABLES = ['categories', 'countries', 'cities'] as const;
export type ReferenceTable = (typeof REFERENCE_TABLES)[number];
export const REFERENCE_IMPORT_LINES_MAX = 5000;
export const REFERENCE_IMPORT_CHARS_MAX = 120_000;
/** A report lists at most this many changes and errors, but counts all. */
export const REFERENCE_IMPORT_LISTED_MAX = 200;

/** Result or preview of an import. Nothing is changed while a single line is invalid. */
export const ReferenceImport = z.object({
  applied: bit,
  created: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  wrong: z.number().int(),
  changes: z.array(
    z.object({
      line: z.number().int(),
      name: z.string(),
      fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  errors: z.array(z.object({ line: z.number().int(), message: z.string() })),
});
export type ReferenceImport = z.infer<typeof ReferenceImport>;

export const referenceApi = {
  importTable: endpoint('POST', '/api/reference/import', 'staff', {
    permission: 'reference.edit',
    summary:
      'Import a table in the format of its export: rows with an `id`, or with an existing name, change that entry, the others add one. Without `apply` only returns what would change.',
    body: z.object({
      table: z.enum(REFERENCE_TABLES),
      csv: z.string().max(REFERENCE_IMPORT_CHARS_MAX),
      apply: flag.default(0),
    }),
    response: ReferenceImport,
  }),

  listCategories: endpoint('GET', ['/api/categories', '/api/category'], 'public', {
    summary: 'Categories in their order on the page.',
    standby: true,
    query: z.object({
      search,
      ...sorted(CATEGORY_SORTS),
      ...offsetPaging(REFERENCE_PAGE_MAX, REFERENCE_PAGE_MAX),
    }),
    response: z.object({ categories: z.array(Category), total }),
    cacheMs,
  }),
  createCategory: endpoint('PUT', category, 'staff', {
    permission: 'reference.edit',
    summary: 'Add a category at the end.',
    body: CategoryDraft,
    response: Category,
    errors: ['not_found'],
  }),
  editCategory: endpoint('POST', category, 'staff', {
    permission: 'reference.edit',
    summary: 'Rename the category `id`.',
    body: CategoryDraft.extend({ id: optionalId }),
    response: Category,
    errors: ['id_required', 'not_found'],
  }),
  removeCategory: endpoint('DELETE', category, 'staff', {
    permission: 'reference.edit',
    summary:
      'Remove a category that no ad uses, or move its ads to `replacement` first. A refusal says in `uses` how many use it.',
    query: RemoveQuery,
    response: Removed,
    errors: ['not_found', 'in_use'],
  }),

  listCountries: endpoint('GET', ['/api/countries', '/api/country'], 'public', {
    summary:
      'Countries by name in the request’s language; `phone_code` narrows to one dial code, its main country first.',
    query: z.object({
      search,
      phone_code: countryCode.optional(),
      ...sorted(COUNTRY_SORTS),
      ...offsetPaging(REFERENCE_PAGE_MAX, REFERENCE_PAGE_MAX),
    }),
    response: z.object({ countries: z.array(Country), total }),
    cacheMs,
  }),
  getCountry: endpoint('GET', ['/api/country/{id}', '/api/countries/{id}'], 'public', {
    summary: 'One country.',
    params: IdParams,
    response: Country,
    errors: ['not_found'],
    cacheMs,
  }),
  getCountryPhone: endpoint('GET', ['/api/country/phone/{id}', '/api/countries/phone/{id}'], 'public', {
    summary: 'The dial code of the country `id`.',
    params: IdParams,
    response: Country.pick({ id: true, phone_code: true, iso: true }),
    errors: ['not_found'],
    cacheMs,
  }),
  createCountry: endpoint('PUT', country, 'staff', {
    permission: 'reference.edit',
    summary: 'Add a country.',
    body: CountryDraft,
    response: Country,
    errors: ['already_exists', 'not_found'],
  }),
  editCountry: endpoint('POST', country, 'staff', {
    permission: 'reference.edit',
    summary: 'Change the country `id`.',
    body: CountryDraft.extend({ id: optionalId }),
    response: Country,
    errors: ['id_required', 'not_found', 'already_exists'],
  }),
  removeCountry: endpoint('DELETE', country, 'staff', {
    permission: 'reference.edit',
    summary:
      'Remove a country without cities that nobody and no ad names, or move them all to `replacement` first. A refusal says in `uses` how many use it.',
    query: RemoveQuery,
    response: Removed,
    errors: ['not_found', 'in_use'],
  }),

  listCities: endpoint('GET', ['/api/cities', '/api/city'], 'public', {
    summary:
      'Cities, largest first, of one country (`country`) or of all; names that begin with the search words come first.',
    standby: true,
    query: z.object({
      search,
      country: optionalId,
      ...sorted(CITY_SORTS),
      ...offsetPaging(CITIES_PAGE_SIZE, REFERENCE_PAGE_MAX),
    }),
    response: z.object({ cities: z.array(City), total }),
    cacheMs,
  }),
  getCity: endpoint('GET', ['/api/city/{id}', '/api/cities/{id}'], 'public', {
    summary: 'One city.',
    params: IdParams,
    response: City,
    errors: ['not_found'],
    cacheMs,
  }),
  createCity: endpoint('PUT', city, 'staff', {
    permission: 'reference.edit',
    summary: 'Add a city to the country `country`.',
    body: CityDraft,
    response: City,
    errors: ['not_found'],
  }),
  editCity: endpoint('POST', city, 'staff', {
    permission: 'reference.edit',
    summary: 'Change the city `id`.',
    body: CityDraft.extend({ id: optionalId }),
    response: City,
    errors: ['id_required', 'not_found'],
  }),
  removeCity: endpoint('DELETE', city, 'staff', {
    permission: 'reference.edit',
    summary:
      'Remove a city that nobody and no ad names, or move them to `replacement` first. A refusal says in `uses` how many use it.',
    query: RemoveQuery,
    response: Removed,
    errors: ['not_found', 'in_use'],
  }),

  listDistricts: endpoint('GET', '/api/districts', 'public', {
    summary: 'Districts of the city `city` as named in ads, the most frequent first.',
    query: z.object({ city: id }),
    response: z.object({ districts: z.array(z.string()) }),
    cacheMs,
  }),
};
