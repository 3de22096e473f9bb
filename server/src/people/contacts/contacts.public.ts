import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { ExportedData } from '../../platform/exported-data.ts';
import type { Contact, ContactOwner } from '../users/contacts.public.ts';
import { notifyContactSetByStaff } from './contact-emails.ts';
import { startContactChange as start } from './start-contact-change.ts';

export const startContactChange: typeof start = start;

/** Cancels the user's pending change and all links to revert earlier ones. */
export async function onContactSetByStaff(
  services: Services,
  tx: Tx,
  owner: ContactOwner,
  contact: Contact,
): Promise<void> {
  await tx.deleteFrom('contact_changes').where('user_id', '=', owner.id).where('kind', '=', contact.kind).execute();
  await tx.deleteFrom('contact_returns').where('user_id', '=', owner.id).execute();
  await notifyContactSetByStaff(services, tx, { owner, contact, when: services.clock() });
}

/** Cancels pending changes of a leaving user. Links to revert stay: an intruder may have deleted the account. */
export async function cancelPendingContacts(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('contact_changes').where('user_id', '=', userId).execute();
}

export async function eraseContacts(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('contact_changes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('contact_returns').where('user_id', '=', userId).execute();
}

export async function exportContactsOf(db: Db, userId: number): Promise<ExportedData> {
  const [waiting, replaced] = await Promise.all([
    db
      .selectFrom('contact_changes')
      .select(['kind', 'value', 'started_at'])
      .where('user_id', '=', userId)
      .orderBy('kind')
      .execute(),
    db
      .selectFrom('contact_returns')
      .select(['kind', 'value', 'changed_at', 'expires_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  ]);
  return { waiting, replaced };
}
