import { CONTACT_KINDS, type ContactKind, type PendingContact } from '@app/contract/people/contacts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { createContactCode, getContactCodeState, revokeContactCodes } from '../auth/contact-codes.public.ts';
import { lockContacts } from '../users/contacts.public.ts';
import { sendContactCode } from './contact-emails.ts';
import { chooseCodeChannel } from './start-contact-change.ts';

export async function listPendingContacts(
  services: Services,
  userId: number,
): Promise<Record<ContactKind, PendingContact | null>> {
  const [email, phone] = await Promise.all(CONTACT_KINDS.map((kind) => findPending(services, kind, userId)));
  return { email: email ?? null, phone: phone ?? null };
}

async function findPending(services: Services, kind: ContactKind, userId: number): Promise<PendingContact | null> {
  const change = await findChange(services.db, kind, userId);
  if (change === undefined) return null;
  const { expires, resendAfter } = await getContactCodeState(services, kind, userId);
  return {
    value: change.value,
    sent_to: change.sent_to,
    resend_after: resendAfter,
    expires: expires?.toISOString() ?? null,
  };
}

const findChange = (db: Db, kind: ContactKind, userId: number) =>
  db
    .selectFrom('contact_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();

export async function resendContactCode(
  services: Services,
  viewer: SignedInViewer,
  kind: ContactKind,
): Promise<PendingContact> {
  const userId = viewer.userId;
  await services.db.transaction().execute(async (tx) => {
    const owner = await lockContacts(tx, userId);
    const change = await findChange(tx, kind, userId);
    if (owner === undefined || change === undefined) throw new Failure('not_found');
    const { value } = change;
    const sent_to = chooseCodeChannel(services, kind);
    const code = await createContactCode(services, tx, { kind, userId, value }, { isAgain: true });
    await tx
      .updateTable('contact_changes')
      .set({ sent_to })
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute();
    await sendContactCode(services, tx, owner, { ...change, sent_to }, code);
  });
  const pending = await findPending(services, kind, userId);
  if (pending === null) throw new Failure('not_found');
  return pending;
}

export async function cancelContactChange(
  { db }: Services,
  viewer: SignedInViewer,
  kind: ContactKind,
): Promise<{ kind: ContactKind }> {
  await db.transaction().execute(async (tx) => {
    await lockContacts(tx, viewer.userId);
    await tx.deleteFrom('contact_changes').where('user_id', '=', viewer.userId).where('kind', '=', kind).execute();
    await revokeContactCodes(tx, kind, viewer.userId);
  });
  return { kind };
}
