import type { ContactKind } from '@app/contract/people/contacts';
import type { Lang } from '@app/contract/platform/languages';
import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import { updateUser } from './accounts.public.ts';
import { assertNotTaken, translateTaken } from './check-user.ts';
import { lockUser } from './users.queries.ts';
import type { UsersTable } from './users.tables.ts';

export interface Contact {
  kind: ContactKind;
  value: string;
  phone_national: string;
  phone_country_code: string;
  phone_country_iso: string;
}

export interface ContactOwner {
  id: number;
  email: string;
  phone: string | null;
  lang: Lang;
}

type StoredUser = Selectable<UsersTable>;

const NO_PHONE_PARTS = { phone_national: '', phone_country_code: '', phone_country_iso: '' };

export const emailContact = (value: string): Contact => ({ kind: 'email', value, ...NO_PHONE_PARTS });

export async function lockContacts(tx: Tx, userId: number): Promise<StoredUser | undefined> {
  return lockUser(tx, userId);
}

export function contactOf(stored: StoredUser, kind: ContactKind): (Contact & { verified_at: Date | null }) | undefined {
  if (kind === 'email') return { ...emailContact(stored.email), verified_at: stored.email_verified_at };
  if (stored.phone === null) return undefined;
  const { phone, phone_national, phone_country_code, phone_country_iso, phone_verified_at } = stored;
  return {
    kind,
    value: phone,
    phone_national,
    phone_country_code,
    phone_country_iso,
    verified_at: phone_verified_at,
  };
}

export function contactColumns({ kind, value, phone_national, phone_country_code, phone_country_iso }: Contact) {
  if (kind === 'email') return { email: value, email_verified_at: null };
  return { phone: value, phone_national, phone_country_code, phone_country_iso, phone_verified_at: null };
}

/** Fails with email_taken or phone_taken when another user has the contact by now. */
export async function setContact(
  tx: Tx,
  userId: number,
  contact: Contact,
  verifiedAt: Date | null,
  now: Date,
): Promise<void> {
  await assertNotTaken(tx, { [contact.kind]: contact.value }, userId, '');
  const verified = contact.kind === 'email' ? { email_verified_at: verifiedAt } : { phone_verified_at: verifiedAt };
  await updateUser(tx, userId, { ...contactColumns(contact), ...verified }, now);
}

export const translateTakenContact = <Result>(write: () => Promise<Result>): Promise<Result> =>
  translateTaken('', write);

/** Sets a random password, so that the next sign-in needs account recovery. */
export async function invalidatePassword(tx: Tx, userId: number, unknownHash: string, now: Date): Promise<void> {
  await updateUser(tx, userId, { password_hash: unknownHash, password_changed_at: now }, now);
}
