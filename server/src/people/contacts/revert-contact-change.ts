import { CONTACT_KINDS, type ContactKind } from '@app/contract/people/contacts';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { revokeAllProofs } from '../auth/contact-codes.public.ts';
import { revokeCredentialsAddedSince } from '../auth/credentials-added-since.public.ts';
import { generateLinkToken, hashLinkToken } from '../auth/tokens.public.ts';
import { invalidatePassword, lockContacts, setContact, translateTakenContact } from '../users/contacts.public.ts';
import { hashPassword } from '../users/passwords/passwords.public.ts';
import { maskContact, notifyContactReverted } from './contact-emails.ts';
import type { ContactsTables } from './contacts.tables.ts';

/** Contact changes within this time before the reported one are reverted too, since a thief prepares shortly before. */
const PREPARED_WITHIN_MS = 24 * 3600 * 1000;

type ContactReturnRow = Selectable<ContactsTables['contact_returns']>;

const findContactReturn = (db: Db, token: string, now: Date): Promise<ContactReturnRow | undefined> =>
  db
    .selectFrom('contact_returns')
    .selectAll()
    .where('hash', '=', hashLinkToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Returns the contacts that the link would restore, masked, so that a reader of the email learns no address. */
export async function getContactReturn(
  { db, clock }: Services,
  token: string,
): Promise<{ kind: ContactKind; value: string; until: string }> {
  const contactReturn = requireFound(await findContactReturn(db, token, clock()));
  return {
    kind: contactReturn.kind,
    value: maskContact(contactReturn.kind, contactReturn.value),
    until: contactReturn.expires_at.toISOString(),
  };
}

/**
 * Reverts a change: the contacts become what they were before it, and later changes are reverted too, so that a second
 * change gives a thief no advantage.
 *
 * The link does not sign in or set a password. It ends every session and invalidates the password, so the next step is
 * account recovery through the restored address. Links to revert later changes are deleted, since a thief may have
 * them.
 */
export async function revertContactChange(
  services: Services,
  token: string,
): Promise<{ kind: ContactKind; value: string }> {
  const { db, clock, sessions, publicCache } = services;
  const known = requireFound(await findContactReturn(db, token, clock()));
  const unknownHash = await hashPassword(generateLinkToken());

  await translateTakenContact(() =>
    db.transaction().execute(async (tx) => {
      const owner = await lockContacts(tx, known.user_id);
      const returns = await consumeReturnsFrom(tx, known);
      if (owner === undefined || !returns.some(({ id }) => id === known.id)) throw new Failure('not_found');
      const now = clock();
      // The first change of each kind has the values before all of them.
      const restored = CONTACT_KINDS.flatMap(
        (kind) => returns.find((contactReturn) => contactReturn.kind === kind) ?? [],
      );
      for (const contactReturn of restored)
        await setContact(tx, owner.id, toContact(contactReturn), contactReturn.verified_at, now);
      await tx.deleteFrom('contact_changes').where('user_id', '=', owner.id).execute();
      await revokeAllProofs(tx, owner.id);
      await invalidatePassword(tx, owner.id, unknownHash, now);
      await sessions.endOthers(tx, owner.id, null);
      await revokeCredentialsAddedSince(tx, owner.id, new Date(known.changed_at.getTime() - PREPARED_WITHIN_MS));
      const email = restored.find(({ kind }) => kind === 'email')?.value ?? owner.email;
      const removedAddresses = email === owner.email ? [] : [owner.email];
      const link = `${services.config.publicUrl}/recovery`;
      await notifyContactReverted(services, tx, { lang: owner.lang, email, removedAddresses, when: now, link });
    }),
  );
  publicCache.invalidate();
  return { kind: known.kind, value: maskContact(known.kind, known.value) };
}

/** Deletes and returns this link and those of later changes, oldest first. Each works once. */
async function consumeReturnsFrom(tx: Tx, { user_id, id }: ContactReturnRow): Promise<ContactReturnRow[]> {
  const returns = await tx
    .deleteFrom('contact_returns')
    .where('user_id', '=', user_id)
    .where('id', '>=', id)
    .returningAll()
    .execute();
  return returns.toSorted((one, other) => one.id - other.id);
}

function toContact({ kind, value, phone_national, phone_country_code, phone_country_iso }: ContactReturnRow) {
  return { kind, value, phone_national, phone_country_code, phone_country_iso };
}
