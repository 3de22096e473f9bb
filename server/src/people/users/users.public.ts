import type { ContactAudience } from '@app/contract/people/privacy';
import { PHONE_MAX_DIGITS_AT_REGISTRATION } from '@app/contract/platform/phone';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { maskPhone as mask, parsePhone } from './phone/phone-number.ts';
import { generateReferralCode } from './referral-code.ts';
import { mayViewPrivate } from './users.policy.ts';

export const maskPhone = (e164: string): string => mask(e164);

/** A phone as people write it, as E.164; empty stays empty, null when it is no number. */
export function parseExternalPhone(typed: string): string | null {
  const digits = typed.replace(/[\s+()-]/g, '');
  if (digits === '') return '';
  const phone = /^\d+$/.test(digits) ? parsePhone({ digits }, PHONE_E164_MAX_DIGITS) : 'too_short';
  return typeof phone === 'string' ? null : phone.e164;
}

const PHONE_E164_MAX_DIGITS = 15;

export interface PhoneOwner {
  id: number;
  phone: string | null;
  isPhoneHidden: boolean;
}

/**
 * Visibility of a phone number: whole to its owner and staff, masked to others, and hidden if the owner chose so. A
 * signed-in viewer may reveal a masked number, see `phone-reveals.public.ts`.
 */
export function getPhoneVisibility(
  viewer: Viewer,
  { id, phone, isPhoneHidden: hidesPhone }: PhoneOwner,
): 'none' | 'masked' | 'full' {
  if (phone === null || phone === '') return 'none';
  if (mayViewPrivate(viewer, id)) return 'full';
  return hidesPhone ? 'none' : 'masked';
}

export function presentPhone(viewer: Viewer, owner: PhoneOwner, isRevealed = false): string | undefined {
  const view = getPhoneVisibility(viewer, owner);
  if (owner.phone === null || view === 'none') return undefined;
  return view === 'masked' && !isRevealed ? mask(owner.phone) : owner.phone;
}

/** Sets the end of a subscription; called in the transaction that settles the payment. */
export async function setPaidUntil(tx: Db, userId: number, until: Date | null): Promise<void> {
  await tx.updateTable('users').set({ paid_until: until }).where('id', '=', userId).execute();
}

/** Copies the balances from the ledger; called in the transaction that books the entry. */
export async function setBalances(tx: Tx, userId: number, balances: { balance: number; bonus: number }): Promise<void> {
  await tx
    .updateTable('users')
    .set({ virtualpay_kopecks: balances.balance, bonus_kopecks: balances.bonus })
    .where('id', '=', userId)
    .execute();
}

export interface DemoUser {
  login: string;
  password_hash: string;
  firstname: string;
  lastname: string;
  email: string;
  phone: string;
  country_id: number | null;
  city_id: number | null;
  photo_image_id: number | null;
  position: string;
  description: string;
  registered_at: Date;
  middlename?: string;
  see_phone?: ContactAudience;
  may_call?: ContactAudience;
  is_superuser?: boolean;
  groups?: string[];
  paid_until?: Date | null;
  legal_status?: 0 | 1;
  phone_verified_at?: Date;
  /** For numbers that are assigned nowhere, which do not tell their country. */
  phone_country_code?: string;
  phone_country_iso?: string;
}

const INSERT_AT_ONCE = 500;

/** Inserts activated users and returns their ids in the order of the rows. For demo data and tests. */
export async function insertDemoUsers(tx: Tx, rows: readonly DemoUser[]): Promise<number[]> {
  const ids = new Map<string, number>();
  for (let start = 0; start < rows.length; start += INSERT_AT_ONCE) {
    const inserted = await tx
      .insertInto('users')
      .values(rows.slice(start, start + INSERT_AT_ONCE).map(toRow))
      .returning(['id', 'login'])
      .execute();
    for (const { id, login } of inserted) ids.set(login, id);
  }
  return rows.map(({ login }) => {
    const id = ids.get(login);
    if (id === undefined) throw new Error(`The person ${login} was not created`);
    return id;
  });
}

function toRow(user: DemoUser) {
  const { phone, phone_country_code: countryCode, phone_country_iso: countryIso } = user;
  const input = { digits: phone.replace(/\D/g, ''), countryCode, countryIso };
  const number = parsePhone(input, PHONE_MAX_DIGITS_AT_REGISTRATION);
  const parts =
    typeof number === 'string'
      ? {}
      : {
          phone_national: number.national,
          phone_country_code: number.countryCode,
          phone_country_iso: number.countryIso,
        };
  return {
    ...parts,
    ...user,
    referral_code: generateReferralCode(),
    status: 'active' as const,
    activated_at: user.registered_at,
    email_verified_at: user.registered_at,
    lang: 'ru' as const,
  };
}

export const hasAnyUser = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (select from users) as found`.execute(db);
  return rows[0]?.found === true;
};
