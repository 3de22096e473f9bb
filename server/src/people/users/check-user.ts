import type { ErrorCode } from '@app/contract/platform/errors';
import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { checkPlace } from '../../reference/reference.public.ts';
import { type PhoneInput, type PhoneNumber, parsePhone } from './phone/phone-number.ts';
import { findTakenIdentifiers, type Identifiers } from './users.queries.ts';

/** Prefix of field names in errors: registration uses `user_login`, the profile `login`. */
export type FieldPrefix = 'user_' | '';

type Identifier = 'login' | 'email' | 'phone';

const takenCode = (name: Identifier): ErrorCode => `${name}_taken`;

const takenFailure = (name: Identifier, prefix: FieldPrefix, all: readonly Identifier[] = [name]): Failure => {
  const fields = Object.fromEntries(all.map((one) => [`${prefix}${one}`, `errors.${takenCode(one)}`]));
  return new Failure(takenCode(name), { fields });
};

/** Checks before the unique indexes do, for a better error. */
export async function assertNotTaken(
  db: Db,
  identifiers: Identifiers,
  exceptUserId: number | null,
  prefix: FieldPrefix,
): Promise<void> {
  const taken = await findTakenIdentifiers(db, identifiers, exceptUserId);
  const [first] = taken;
  if (first !== undefined) throw takenFailure(first, prefix, taken);
}

/**
 * Runs a write and translates unique violations of login, email and phone, and references to a place deleted meanwhile,
 * into failures.
 */
export async function translateTaken<Result>(prefix: FieldPrefix, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
    const name = /^users_(login|email|phone)_unique$/.exec(constraint)?.[1];
    if (name !== undefined) throw takenFailure(name as Identifier, prefix);
    const place = /^users_.*(country_id|city_id)_fkey$/.exec(constraint)?.[1];
    throw place === undefined ? error : new Failure('invalid_input', { fields: { [place]: 'errors.field.invalid' } });
  }
}

export function checkPhone(
  input: PhoneInput,
  maxDigits: number,
  prefix: FieldPrefix,
  tooLong = 'too_long',
): PhoneNumber {
  const number = parsePhone(input, maxDigits);
  if (typeof number !== 'string') return number;
  const text = number === 'too_long' ? tooLong : number;
  throw new Failure('invalid_input', { fields: { [`${prefix}phone`]: `errors.field.phone.${text}` } });
}

interface UserPlace {
  country_id: number | null;
  city_id: number | null;
}

/** Checks that country and city belong together; a city alone sets its country. */
export async function checkUserPlace(db: Db, place: UserPlace): Promise<UserPlace> {
  try {
    const { countryId, cityId } = await checkPlace(db, { countryId: place.country_id, cityId: place.city_id });
    return { country_id: countryId, city_id: cityId };
  } catch (error) {
    if (!(error instanceof Failure) || error.options.fields === undefined) throw error;
    // Renames the reference domain's fields to those of the form.
    const fields = Object.entries(error.options.fields).map(([name, text]) => [`${name}_id`, text]);
    throw new Failure(error.code, { ...error.options, fields: Object.fromEntries(fields) });
  }
}
