import type { User, UserChange } from '@app/contract/people/users';
import type { Selectable, Updateable } from 'kysely';
import { claimImages, releaseImages } from '../../files/media/media.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import { retryDeadlocks } from '../../platform/database/retry-deadlocks.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { listDomains } from '../../platform/domain/domain.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { targetOf, updateUser } from './accounts.public.ts';
import { parseInnVerification } from './bank/bank-change.ts';
import { translateTaken } from './check-user.ts';
import { contactColumns } from './contacts.public.ts';
import { getChangeable } from './get-user.ts';
import { hasChanges, type ParsedProfileChange, parseProfileChange } from './parse-profile-change.ts';
import { requireGoodPassword } from './passwords/password-rules.public.ts';
import { hashPassword } from './passwords/passwords.public.ts';
import { presentUser } from './present-user.ts';
import { mayChange } from './users.policy.ts';
import { findUser, lockUser } from './users.queries.ts';
import type { UsersTable } from './users.tables.ts';

type StoredUser = Selectable<UsersTable>;

/**
 * Changes a profile. Only fields of the contract can change; trust fields from clients never arrive here.
 *
 * A new password needs the current one, ends all other sessions and is announced by email. A new email or phone waits
 * for its code; the rest is saved at once.
 */
export async function changeUser(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  change: UserChange,
  photo: QuarantinedFile | undefined,
): Promise<User> {
  const { db, clock, media, mail, sessions } = services;
  const account = await getChangeable(db, viewer, userId);
  const isOwn = viewer.userId === userId;
  if (change.password !== undefined) {
    await requireGoodPassword(services, change.password, 'password', account);
    if (isOwn) await sessions.requireReauthentication(viewer, change.current_password);
  }
  const passwordHash = change.password === undefined ? undefined : await hashPassword(change.password);
  const image = photo && (await media.createImage(photo, 'avatar', viewer.userId));

  const save = () =>
    db.transaction().execute(async (tx) => {
      const stored = requireFound(await lockUser(tx, userId));
      // Checks again under the lock, because the user may have become staff meanwhile.
      if (!mayChange(viewer, targetOf(stored))) throw new Failure('forbidden');
      if (isOwn) await assertNotStale(tx, viewer, stored, change.revision);
      const { update, contacts } = await parseProfileChange(tx, stored, change);
      if (!isOwn) Object.assign(update, parseInnVerification(stored, update, change, clock()));
      if (hasChanges(update, stored)) update.revision = stored.revision + 1;
      await changeContacts(services, tx, { stored, update, contacts, isOwn });
      if (image !== undefined) {
        await claimImages(tx, viewer.userId, [image.id]);
        if (stored.photo_image_id !== null) await releaseImages(tx, [stored.photo_image_id]);
        update.photo_image_id = image.id;
      } else if (change.photo_removed === 1 && stored.photo_image_id !== null) {
        await releaseImages(tx, [stored.photo_image_id]);
        update.photo_image_id = null;
      }
      if (passwordHash !== undefined) {
        update.password_hash = passwordHash;
        update.password_changed_at = clock();
        await sessions.endSessionsOnPasswordChange(tx, userId, viewer);
        await mail.queue(tx, {
          template: 'password_changed',
          to: stored.email,
          lang: stored.lang,
          values: { when: clock().toISOString() },
        });
      }
      await updateUser(tx, userId, update, clock());
      if (isOwn) await checkProfileContent(services, tx, viewer, stored, update);
      // Logs only field names: values would outlive the user in an immutable log.
      const changed = changedFields(stored, update);
      if (!isOwn)
        await recordStaffAction(tx, viewer, clock(), {
          action: 'users.edit',
          object: `user:${userId}`,
          aboutUserId: userId,
          details: { changed },
        });
    });
  try {
    // A concurrent merge of reference cities may lock the same rows, so deadlocks are retried.
    await translateTaken('', () => retryDeadlocks(save));
  } catch (error) {
    if (isOwn && error instanceof Failure && /^(login|email|phone)_taken$/.test(error.code))
      for (const { onTakenIdentifier } of listDomains()) await onTakenIdentifier?.(services, userId);
    throw error;
  }
  services.publicCache.invalidate();
  // The payment state is checked with the provider; the client's claim is only a trigger.
  if (change.payed === 1) for (const { refreshUser } of listDomains()) await refreshUser?.(services, userId);

  const row = requireFound(await findUser(db, userId));
  return presentUser(row, viewer);
}

const PUBLIC_TEXT_FIELDS = ['firstname', 'lastname', 'position', 'activity', 'company_name', 'description'] as const;

/** Applies content rules to the profile. A hit opens a case, and the profile stays visible. */
async function checkProfileContent(
  services: Services,
  tx: Tx,
  { ip }: SignedInViewer,
  stored: StoredUser,
  update: Partial<StoredUser>,
): Promise<void> {
  const next = { ...stored, ...update };
  if (PUBLIC_TEXT_FIELDS.every((field) => next[field] === stored[field])) return;
  const { id, firstname, lastname, position, activity, company_name, description } = next;
  const title = `${firstname} ${lastname}`.trim();
  const text = [position, activity, company_name, description].filter(Boolean).join('\n');
  await emit(services, tx, { type: 'profile.changed', userId: id, ip, title, text });
}

function changedFields(stored: StoredUser, update: Updateable<UsersTable>): string[] {
  const named = Object.entries(update).filter(([field, value]) => field !== 'revision' && value !== undefined);
  return named.filter(([field, value]) => value !== stored[field as keyof StoredUser]).map(([field]) => field);
}

/** Prevents overwriting changes that were saved from another window. */
async function assertNotStale(
  tx: Tx,
  viewer: SignedInViewer,
  stored: StoredUser,
  revision: number | undefined,
): Promise<void> {
  if (revision === undefined || revision === stored.revision) return;
  const row = await findUser(tx, stored.id);
  throw new Failure('profile_changed', { details: { present: row && presentUser(row, viewer) } });
}

/** A user's own contacts need a code; staff change those of others at once, and both addresses are notified. */
async function changeContacts(
  services: Services,
  tx: Tx,
  { stored, update, contacts, isOwn }: ParsedProfileChange & { stored: StoredUser; isOwn: boolean },
): Promise<void> {
  for (const contact of contacts) {
    if (isOwn) await emit(services, tx, { type: 'contact.changeRequested', owner: stored, contact });
    else {
      Object.assign(update, contactColumns(contact));
      await emit(services, tx, { type: 'contact.changedByStaff', owner: stored, contact });
    }
  }
}
