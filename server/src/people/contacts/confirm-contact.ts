import { type ContactKind, TAKE_BACK_DAYS } from '@app/contract/people/contacts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { dropAllProofs, tryContactCode, useContactCode } from '../auth/contact-codes.public.ts';
import { requireRecentProof } from '../auth/prove-recently.public.ts';
import { hashLinkToken, makeLinkToken } from '../auth/tokens.public.ts';
import { contactOf, holdContacts, setContact, whenContactFree } from '../users/contacts.public.ts';
import { tellContactChanged } from './contact-letters.ts';

const DAY_MS = 24 * 3600 * 1000;

interface Confirmation {
  kind: ContactKind;
  code: string;
  current_password?: string | undefined;
}

/**
 * Finish a change: the code proves the new address, the password proves the person. A session alone, which may be stolen, moves no
 * account to another address. The password is asked for first, so that its absence costs no code.
 */
export async function confirmContact(
  services: Services,
  viewer: SignedInViewer,
  { kind, code, current_password }: Confirmation,
): Promise<{ kind: ContactKind; value: string }> {
  const { db, clock, publicCache } = services;
  await requireRecentProof(services, viewer, current_password);
  const codeId = await tryContactCode(services, kind, viewer.userId, code);
  const value = await whenContactFree(() =>
    db.transaction().execute(async (tx) => {
      const stored = await holdContacts(tx, viewer.userId);
      await useContactCode(tx, clock, codeId);
      const change = await takeChange(tx, viewer.userId, kind);
      if (stored === undefined || change === undefined) throw new Failure('not_found');
      const { sent_to, user_id: _, started_at: __, ...contact } = change;
      const before = contactOf(stored, kind);
      const now = clock();
      await setContact(tx, stored.id, contact, sent_to === 'account_email' ? null : now, now);
      // Codes that wait in the old mailbox must not open the account from there.
      if (kind === 'email') await dropAllProofs(tx, stored.id);
      const link = before && (await keepWayBack(services, tx, stored.id, before));
      await tellContactChanged(services, tx, { owner: stored, contact, link, when: now });
      return contact.value;
    }),
  );
  publicCache.invalidate();
  return { kind, value };
}

function takeChange(tx: Tx, userId: number, kind: ContactKind) {
  return tx
    .deleteFrom('contact_changes')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst();
}

/** The link that brings back what was there before. */
async function keepWayBack(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  tx: Tx,
  userId: number,
  before: NonNullable<ReturnType<typeof contactOf>>,
): Promise<string> {
  const token = makeLinkToken();
  const now = clock();
  await tx
    .insertInto('contact_returns')
    .values({
      ...before,
      user_id: userId,
      hash: hashLinkToken(token),
      changed_at: now,
      expires_at: new Date(now.getTime() + TAKE_BACK_DAYS * DAY_MS),
    })
    .execute();
  return `${config.publicUrl}/takeback?token=${token}`;
}
