import { CONTACT_REVERT_DAYS, type ContactKind } from '@app/contract/people/contacts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { revokeAllProofs, tryContactCode, useContactCode } from '../auth/contact-codes.public.ts';
import { requireReauthentication } from '../auth/reauthentication.public.ts';
import { generateLinkToken, hashLinkToken } from '../auth/tokens.public.ts';
import { contactOf, lockContacts, setContact, translateTakenContact } from '../users/contacts.public.ts';
import { notifyContactChanged } from './contact-emails.ts';

const DAY_MS = 24 * 3600 * 1000;

interface Confirmation {
  kind: ContactKind;
  code: string;
  current_password?: string | undefined;
}

/**
 * Applies a contact change: the code proves the new address and the password proves the owner, because a stolen session
 * alone must not move the account. The password is checked first, so that a missing one does not consume the code.
 */
export async function confirmContact(
  services: Services,
  viewer: SignedInViewer,
  { kind, code, current_password }: Confirmation,
): Promise<{ kind: ContactKind; value: string }> {
  const { db, clock, publicCache } = services;
  await requireReauthentication(services, viewer, current_password);
  const codeId = await tryContactCode(services, kind, viewer.userId, code);
  const value = await translateTakenContact(() =>
    db.transaction().execute(async (tx) => {
      const stored = await lockContacts(tx, viewer.userId);
      await useContactCode(tx, clock, codeId);
      const change = await consumePendingChange(tx, viewer.userId, kind);
      if (stored === undefined || change === undefined) throw new Failure('not_found');
      const { sent_to, user_id: _, started_at: __, ...contact } = change;
      const before = contactOf(stored, kind);
      const now = clock();
      await setContact(tx, stored.id, contact, sent_to === 'account_email' ? null : now, now);
      // Codes in the old mailbox must not open the account any more.
      if (kind === 'email') await revokeAllProofs(tx, stored.id);
      const link = before && (await createReturnLink(services, tx, stored.id, before));
      await notifyContactChanged(services, tx, { owner: stored, contact, link, when: now });
      return contact.value;
    }),
  );
  publicCache.invalidate();
  return { kind, value };
}

function consumePendingChange(tx: Tx, userId: number, kind: ContactKind) {
  return tx
    .deleteFrom('contact_changes')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst();
}

async function createReturnLink(
  { clock, config }: Services,
  tx: Tx,
  userId: number,
  before: NonNullable<ReturnType<typeof contactOf>>,
): Promise<string> {
  const token = generateLinkToken();
  const now = clock();
  await tx
    .insertInto('contact_returns')
    .values({
      ...before,
      user_id: userId,
      hash: hashLinkToken(token),
      changed_at: now,
      expires_at: new Date(now.getTime() + CONTACT_REVERT_DAYS * DAY_MS),
    })
    .execute();
  return `${config.publicUrl}/takeback?token=${token}`;
}
