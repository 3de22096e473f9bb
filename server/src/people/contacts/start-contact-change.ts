import type { PendingContact } from '@app/contract/people/contacts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { createContactCode } from '../auth/contact-codes.public.ts';
import type { Contact, ContactOwner } from '../users/contacts.public.ts';
import { sendContactCode } from './contact-emails.ts';

/**
 * Stores a pending contact in the transaction that saves the profile; it replaces another pending one. The same contact
 * stays pending, so saving the form again sends nothing.
 */
export async function startContactChange(
  services: Services,
  tx: Tx,
  owner: ContactOwner,
  contact: Contact,
): Promise<void> {
  const waiting = await tx
    .selectFrom('contact_changes')
    .select('value')
    .where('user_id', '=', owner.id)
    .where('kind', '=', contact.kind)
    .executeTakeFirst();
  if (waiting?.value.toLowerCase() === contact.value.toLowerCase()) return;
  const sent_to = chooseCodeChannel(services, contact.kind);
  const row = { ...contact, user_id: owner.id, sent_to, started_at: services.clock() };
  await tx
    .insertInto('contact_changes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute();
  const wanted = { kind: contact.kind, userId: owner.id, value: contact.value };
  const code = await createContactCode(services, tx, wanted, { isAgain: false });
  await sendContactCode(services, tx, owner, { ...contact, sent_to }, code);
}

/** A phone number is confirmed by SMS. Without an SMS provider an emailed code at least identifies the requester. */
export function chooseCodeChannel({ sms }: Services, kind: Contact['kind']): PendingContact['sent_to'] {
  if (kind === 'email') return 'email';
  return sms.isAvailable ? 'phone' : 'account_email';
}
