import type { UserChange } from '@app/contract/people/users';
import { PHONE_MAX_DIGITS, PHONE_MAX_DIGITS_AT_REGISTRATION } from '@app/contract/platform/phone';
import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { parseBankChange } from './bank/bank-change.ts';
import { assertNotTaken, checkPhone, checkUserPlace } from './check-user.ts';
import { type Contact, emailContact } from './contacts.public.ts';
import { parsePhone } from './phone/phone-number.ts';
import type { UsersTable } from './users.tables.ts';

type StoredUser = Selectable<UsersTable>;

export interface ParsedProfileChange {
  /** Columns that change at once; undefined: unchanged. */
  update: Updateable<UsersTable>;
  contacts: Contact[];
}

/** Validates a profile form against the stored profile. Fails with invalid_input and the codes of taken contacts. */
export async function parseProfileChange(tx: Db, stored: StoredUser, change: UserChange): Promise<ParsedProfileChange> {
  const { firstname, lastname, middlename, position, activity, description, login, familystatus } = change;
  const email = change.email === undefined ? undefined : parseEmailChange(stored, change.email);
  const phone = parsePhoneChange(stored, change);
  const contacts = [email?.contact, phone?.contact].filter((contact) => contact !== undefined);
  await assertNotTaken(tx, { login, email: email?.contact?.value, phone: phone?.contact?.value }, stored.id, '');
  const update = {
    firstname,
    lastname,
    middlename,
    position,
    activity,
    description,
    login,
    // The form sends '-' for nothing chosen; an absent field changes nothing.
    family_status: familystatus,
    may_call: parseCallAudience(stored, change),
    ...email?.update,
    ...phone?.update,
    ...parseBankChange(stored, change),
    ...(await parsePlaceChange(tx, stored, change)),
  };
  return { update, contacts };
}

interface ContactChange {
  update: Updateable<UsersTable>;
  contact?: Contact;
}

/** Another spelling of the same mailbox needs no confirmation. */
function parseEmailChange(stored: StoredUser, email: string): ContactChange {
  const isSame = email.toLowerCase() === stored.email.toLowerCase();
  return isSame ? { update: { email } } : { update: {}, contact: emailContact(email) };
}

/** The same number may be saved again, however long it was at registration. */
function parsePhoneChange(stored: StoredUser, change: UserChange): ContactChange | undefined {
  if (change.phone === undefined) return undefined;
  const input = {
    digits: change.phone,
    countryCode: change.country_code ?? stored.phone_country_code,
    countryIso: change.country_iso ?? stored.phone_country_iso,
  };
  const asRegistered = parsePhone(input, PHONE_MAX_DIGITS_AT_REGISTRATION);
  const isUnchanged = typeof asRegistered !== 'string' && asRegistered.e164 === stored.phone;
  const number = isUnchanged ? asRegistered : checkPhone(input, PHONE_MAX_DIGITS, '');
  const parts = {
    phone_national: number.national,
    phone_country_code: number.countryCode,
    phone_country_iso: number.countryIso,
  };
  return isUnchanged ? { update: parts } : { update: {}, contact: { kind: 'phone', value: number.e164, ...parts } };
}

/** The form knows only everybody and friends, so it does not overwrite the setting "nobody". */
function parseCallAudience(stored: StoredUser, { allow_to_call }: UserChange): StoredUser['may_call'] | undefined {
  if (allow_to_call === undefined) return undefined;
  if (allow_to_call === 1) return 'all';
  return stored.may_call === 'nobody' ? 'nobody' : 'circle';
}

async function parsePlaceChange(tx: Db, stored: StoredUser, change: UserChange): Promise<Updateable<UsersTable>> {
  const city = await parseCityChange(tx, stored, change);
  const cityId = city.city_id === undefined ? stored.city_id : city.city_id;
  if (cityId === null) return { ...city, district: '' };
  const storedDistrict = cityId === stored.city_id ? stored.district : '';
  return { ...city, district: change.district ?? storedDistrict };
}

async function parseCityChange(tx: Db, stored: StoredUser, change: UserChange): Promise<Updateable<UsersTable>> {
  if (change.country_id === undefined && change.city_id === undefined) return {};
  const country_id = change.country_id === undefined ? stored.country_id : change.country_id;
  const hasMoved = country_id !== stored.country_id;
  const storedCity = hasMoved ? null : stored.city_id;
  return checkUserPlace(tx, { country_id, city_id: change.city_id === undefined ? storedCity : change.city_id });
}

export function hasChanges(update: Updateable<UsersTable>, stored: StoredUser): boolean {
  return Object.entries(update).some(
    ([name, value]) => value !== undefined && value !== stored[name as keyof StoredUser],
  );
}
