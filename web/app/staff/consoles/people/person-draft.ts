import type { User } from '@app/contract/people/users';
import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from '#contract/platform/phone';
import type { TextKey } from '../../../platform/texts.ts';
import { findSchemaErrors } from '../../../ui/form/schema-errors.ts';

export const personName = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  `${lastname} ${firstname}`.trim();

const FIELDS = [
  'lastname',
  'firstname',
  'middlename',
  'position',
  'activity',
  'description',
  'email',
  'country_code',
  'phone',
  'login',
  'password',
  'country_id',
  'city_id',
] as const;
type PersonField = (typeof FIELDS)[number];
export type PersonDraft = Record<PersonField, string>;

/** Initial values of the form. `code` is the phone code of a new user. */
export function personDraft(person: User | undefined, code: string): PersonDraft {
  const phoneCode = person?.country_code || code;
  return {
    lastname: person?.lastname ?? '',
    firstname: person?.firstname ?? '',
    middlename: person?.middlename ?? '',
    position: person?.position ?? '',
    activity: person?.activity ?? '',
    description: person?.description ?? '',
    email: person?.email ?? '',
    country_code: phoneCode,
    phone: nationalOf(person?.phone ?? '', phoneCode),
    login: person?.login ?? '',
    password: '',
    country_id: person?.country_id ? String(person.country_id) : '',
    city_id: person?.city_id ? String(person.city_id) : '',
  };
}

/** Phone number without its country code: «+79170000000» with code 7 → «9170000000». */
function nationalOf(phone: string, code: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.startsWith(code) ? digits.slice(code.length) : digits;
}

/** Changed fields only. Phone and code are sent together if either changed; an empty password is omitted. */
export function changesOf(draft: PersonDraft, base: PersonDraft): Partial<PersonDraft> {
  const isSame = (name: PersonField): boolean => draft[name] === base[name];
  const hasPhone = !isSame('phone') || !isSame('country_code');
  const changed = FIELDS.filter((name) => (name === 'phone' || name === 'country_code' ? hasPhone : !isSame(name)));
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

/** Text keys of wrong fields, found by the contract's schema. */
export async function checkPerson(
  draft: PersonDraft,
  base: PersonDraft,
  isNew: boolean,
  t: (key: never) => string,
): Promise<Record<string, TextKey<'errors'>>> {
  const { phone, ...values } = draft;
  const schema = import('@app/contract/people/users').then(({ StaffUserDraft }) =>
    // For an existing user, an empty password means no change.
    isNew || values.password !== ''
      ? StaffUserDraft.omit({ phone: true })
      : StaffUserDraft.omit({ phone: true, password: true }),
  );
  const errors = (await findSchemaErrors(schema, values, t)) as Record<string, TextKey<'errors'>>;
  const isKept = !isNew && phone === base.phone && draft.country_code === base.country_code;
  const problem = isKept ? undefined : checkPhone(phone);
  return problem === undefined ? errors : { ...errors, phone: problem };
}

function checkPhone(phone: string): TextKey<'errors'> | undefined {
  const digits = phone.replace(/[\s+()-]/g, '');
  if (digits === '') return 'errors.field.phone.required';
  if (!/^\d+$/.test(digits)) return 'errors.field.phone.invalid';
  if (digits.length < PHONE_MIN_DIGITS) return 'errors.field.phone.too_short';
  return digits.length > PHONE_MAX_DIGITS ? 'errors.field.phone.too_long' : undefined;
}
