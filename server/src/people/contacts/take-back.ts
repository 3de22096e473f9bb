import { CONTACT_KINDS, type ContactKind } from '@app/contract/people/contacts';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { Services } from '../../platform/services.ts';
import { dropAllProofs } from '../auth/contact-codes.public.ts';
import { dropWaysInSince } from '../auth/later-ways-in.public.ts';
import { hashLinkToken, makeLinkToken } from '../auth/tokens.public.ts';
import { forgetPassword, holdContacts, setContact, whenContactFree } from '../users/contacts.public.ts';
import { hashPassword } from '../users/passwords/passwords.public.ts';
import { maskContact, tellTakenBack } from './contact-letters.ts';
import type { ContactsTables } from './contacts.tables.ts';

/** Whoever prepares a theft does so shortly before. */
const PREPARED_WITHIN_MS = 24 * 3600 * 1000;

type WayBack = Selectable<ContactsTables['contact_returns']>;

const findWayBack = (db: Db, token: string, now: Date): Promise<WayBack | undefined> =>
  db
    .selectFrom('contact_returns')
    .selectAll()
    .where('hash', '=', hashLinkToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** What the link would restore, masked: whoever found the letter learns no address from it. */
export async function showWayBack(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<{ kind: ContactKind; value: string; until: string }> {
  const way = await findWayBack(db, token, clock());
  if (way === undefined) throw new Failure('not_found');
  return { kind: way.kind, value: maskContact(way.kind, way.value), until: way.expires_at.toISOString() };
}

/**
 * Take a change back: the contacts are again what they were before it, later changes included, so that nobody gains by changing twice.
 *
 * The link signs nobody in and sets no password. It ends every session and makes the password unknown to everybody, so the next
 * step is the ordinary recovery through the restored address. Ways back of later changes go with it: whoever caused them holds them.
 */
export async function takeBack(services: Services, token: string): Promise<{ kind: ContactKind; value: string }> {
  const { db, clock, sessions, publicCache } = services;
  const known = await findWayBack(db, token, clock());
  if (known === undefined) throw new Failure('not_found');
  const unknownHash = await hashPassword(makeLinkToken());

  await whenContactFree(() =>
    db.transaction().execute(async (tx) => {
      const owner = await holdContacts(tx, known.user_id);
      const ways = await takeWaysFrom(tx, known);
      if (owner === undefined || !ways.some(({ id }) => id === known.id)) throw new Failure('not_found');
      const now = clock();
      // The first change of each kind tells what was there before all of them.
      const restored = CONTACT_KINDS.flatMap((kind) => ways.find((way) => way.kind === kind) ?? []);
      for (const way of restored) await setContact(tx, owner.id, contactIn(way), way.verified_at, now);
      await tx.deleteFrom('contact_changes').where('user_id', '=', owner.id).execute();
      await dropAllProofs(tx, owner.id);
      await forgetPassword(tx, owner.id, unknownHash, now);
      await sessions.endOthers(tx, owner.id, null);
      await dropWaysInSince(tx, owner.id, new Date(known.changed_at.getTime() - PREPARED_WITHIN_MS));
      const email = restored.find(({ kind }) => kind === 'email')?.value ?? owner.email;
      const dropped = email === owner.email ? [] : [owner.email];
      const link = `${services.config.publicUrl}/recovery`;
      await tellTakenBack(services, tx, { lang: owner.lang, email, dropped, when: now, link });
    }),
  );
  publicCache.invalidate();
  return { kind: known.kind, value: maskContact(known.kind, known.value) };
}

/** This way back and those of later changes, the first change first. Taken away: each works once. */
async function takeWaysFrom(tx: Tx, { user_id, id }: WayBack): Promise<WayBack[]> {
  const ways = await tx
    .deleteFrom('contact_returns')
    .where('user_id', '=', user_id)
    .where('id', '>=', id)
    .returningAll()
    .execute();
  return ways.toSorted((one, other) => one.id - other.id);
}

function contactIn({ kind, value, phone_national, phone_country_code, phone_country_iso }: WayBack) {
  return { kind, value, phone_national, phone_country_code, phone_country_iso };
}
