import type { User } from '@app/contract/people/users';
import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from '#contract/platform/phone';
import type { TextKey } from '../../../platform/texts.ts';

const FIELDS = [
  'lastname',
  'firstname',
  'middlename',
  'position',
  'description',
  'email',
  'country_code',
  'phone',
  'login',
  'password',
  'country_id',
  'city_id',
] as const;
export type PersonField = (typeof FIELDS)[number];
/** The form as it is typed. */
export type PersonDraft = Record<PersonField, string>;

/** What the form begins with. `code`: of a new person's phone. */
export function personDraft(person: User | undefined, code: string): PersonDraft {
  const phoneCode = person?.country_code || code;
  return {
    lastname: person?.lastname ?? '',
    firstname: person?.firstname ?? '',
    middlename: person?.middlename ?? '',
    position: person?.position ?? '',
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

/** «+79170000000» of the code 7 → «9170000000». */
function nationalOf(phone: string, code: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.startsWith(code) ? digits.slice(code.length) : digits;
}

/** What is different. A number is sent with its code, and neither of them when both stayed; an empty password is none. */
export function changesOf(draft: PersonDraft, base: PersonDraft): Partial<PersonDraft> {
  const isSame = (name: PersonField): boolean => draft[name] === base[name];
  const hasPhone = !isSame('phone') || !isSame('country_code');
  const changed = FIELDS.filter((name) => (name === 'phone' || name === 'country_code' ? hasPhone : !isSame(name)));
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

/** What is wrong, field by field, by the contract's own schema and in the specification's words. */
export async function checkPerson(
  draft: PersonDraft,
  base: PersonDraft,
  { isNew, hasText }: { isNew: boolean; hasText: (key: string) => boolean },
): Promise<Partial<Record<PersonField, TextKey<'errors'>>>> {
  const [{ StaffUserDraft }, { fieldIssues, issueText }] = await Promise.all([
    import('@app/contract/people/users'),
    import('@app/contract/platform/input-issues'),
  ]);
  const { phone, password, ...rest } = draft;
  const schema = StaffUserDraft.omit({ phone: true });
  // Of somebody who is here already an empty password means the present one.
  const parsed =
    isNew || password !== ''
      ? schema.safeParse({ ...rest, password })
      : schema.omit({ password: true }).safeParse(rest);
  const errors: Record<string, string> = {};
  if (!parsed.success) {
    for (const [field, kind] of Object.entries(fieldIssues(parsed.error))) {
      // Of an empty field it is said that it is missing, not that it is too short.
      const isEmpty = (draft[field as PersonField] ?? '').trim() === '';
      errors[field] = issueText(field, isEmpty ? 'required' : kind, hasText);
    }
  }
  const isKept = !isNew && phone === base.phone && draft.country_code === base.country_code;
  const problem = isKept ? undefined : checkPhone(phone);
  if (problem !== undefined) errors.phone = problem;
  return errors as Partial<Record<PersonField, TextKey<'errors'>>>;
}

function checkPhone(phone: string): TextKey<'errors'> | undefined {
  const digits = phone.replace(/[\s+()-]/g, '');
  if (digits === '') return 'errors.field.phone.required';
  if (!/^\d+$/.test(digits)) return 'errors.field.phone.invalid';
  if (digits.length < PHONE_MIN_DIGITS) return 'errors.field.phone.too_short';
  return digits.length > PHONE_MAX_DIGITS ? 'errors.field.phone.too_long' : undefined;
}
