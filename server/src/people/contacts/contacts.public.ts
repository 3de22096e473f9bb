import type { Db, Tx } from '../../platform/database/tables.ts';
import type { ExportedData } from '../../platform/exported-data.ts';
import type { Services } from '../../platform/services.ts';
import type { Contact, ContactOwner } from '../users/contacts.public.ts';
import { notifyContactSetByStaff } from './contact-emails.ts';
import { startContactChange as start } from './start-contact-change.ts';

export const startContactChange: typeof start = start;

/** Staff set another address or number: what the person had begun, and every way back, ends with it. */
export async function onContactSetByStaff(
  services: Pick<Services, 'clock' | 'mail' | 'sms'>,
  tx: Tx,
  owner: ContactOwner,
  contact: Contact,
): Promise<void> {
  await tx.deleteFrom('contact_changes').where('user_id', '=', owner.id).where('kind', '=', contact.kind).execute();
  await tx.deleteFrom('contact_returns').where('user_id', '=', owner.id).execute();
  await notifyContactSetByStaff(services, tx, { owner, contact, when: services.clock() });
}

/** A person leaves: what they wanted to change waits no more. Ways back to what they had stay: somebody else may have made them leave. */
export async function cancelPendingContacts(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('contact_changes').where('user_id', '=', userId).execute();
}

/** Erase addresses and numbers that a person had or wanted. */
export async function eraseContacts(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('contact_changes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('contact_returns').where('user_id', '=', userId).execute();
}

/** Addresses and numbers that wait for their codes, and those that a change replaced a few days ago. */
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
