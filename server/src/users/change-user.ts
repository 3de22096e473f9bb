import { PHONE_MAX_DIGITS, PHONE_MAX_DIGITS_AT_REGISTRATION } from '@app/contract/phone';
import type { User, UserChange } from '@app/contract/users';
import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../database.ts';
import { claimImages, releaseImages } from '../media/media.public.ts';
import { Failure } from '../platform/failure.ts';
import type { QuarantinedFile } from '../platform/uploads.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { updateUser } from './accounts.public.ts';
import { checkPhone, checkUserPlace, refuseTaken, translateTaken } from './check-user.ts';
import { refuseCommonPassword } from './common-passwords.public.ts';
import { getChangeable } from './get-user.ts';
import { hashPassword } from './passwords.public.ts';
import { readPhone } from './phone-number.ts';
import { showUser } from './show-user.ts';
import { findUser, lockUser } from './users.queries.ts';
import type { UsersTable } from './users.tables.ts';

type StoredUser = Selectable<UsersTable>;

/**
 * Change a profile. Only what the contract names can change: trust fields that a client sends along never get here.
 *
 * A new password asks its owner for the present one, ends every other session and is announced by mail.
 */
export async function changeUser(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  change: UserChange,
  photo: QuarantinedFile | undefined,
): Promise<User> {
  const { db, clock, media, mail, sessions } = services;
  await getChangeable(db, viewer, userId);
  const isOwn = viewer.userId === userId;
  if (change.password !== undefined) {
    refuseCommonPassword(change.password, 'password');
    if (isOwn) await sessions.requireRecentProof(viewer, change.current_password);
  }
  const passwordHash = change.password === undefined ? undefined : await hashPassword(change.password);
  const image = photo && (await media.makeImage(photo, 'avatar', viewer.userId));

  await translateTaken('', () =>
    db.transaction().execute(async (tx) => {
      const stored = await lockUser(tx, userId);
      if (stored === undefined) throw new Failure('not_found');
      const update = await readChange(tx, stored, change);
      if (image !== undefined) {
        await claimImages(tx, viewer.userId, [image.id]);
        if (stored.photo_image_id !== null) await releaseImages(tx, [stored.photo_image_id]);
        update.photo_image_id = image.id;
      }
      if (passwordHash !== undefined) {
        update.password_hash = passwordHash;
        update.password_changed_at = clock();
        await sessions.endOthers(tx, userId, isOwn ? viewer.sessionId : null);
        await mail.queue(tx, {
          template: 'password_changed',
          to: stored.email,
          lang: stored.lang,
          values: { when: clock().toISOString() },
        });
      }
      await updateUser(tx, userId, update, clock());
    }),
  );
  services.publicCache.invalidate();
  // Whatever the client claims, the provider says whether it paid.
  if (change.payed === 1) await services.reconcilePayments(userId);

  const row = await findUser(db, userId);
  if (row === undefined) throw new Failure('not_found');
  return showUser(row, viewer);
}

async function readChange(tx: Db, stored: StoredUser, change: UserChange): Promise<Updateable<UsersTable>> {
  const { firstname, lastname, middlename, position, description, email, login, familystatus } = change;
  const phone = readPhoneChange(stored, change);
  await refuseTaken(tx, { login, email, phone: phone.phone }, stored.id, '');
  return {
    firstname,
    lastname,
    middlename,
    position,
    description,
    email,
    login,
    // The form sends '-' for nothing chosen; an absent field changes nothing.
    family_status: familystatus,
    may_call: change.allow_to_call === undefined ? undefined : change.allow_to_call === 1 ? 'all' : 'circle',
    ...phone,
    ...(await readPlaceChange(tx, stored, change)),
  };
}

function readPhoneChange(stored: StoredUser, change: UserChange): Updateable<UsersTable> {
  if (change.phone === undefined) return {};
  const input = {
    digits: change.phone,
    countryCode: change.country_code ?? stored.phone_country_code,
    countryIso: change.country_iso ?? stored.phone_country_iso,
  };
  const asRegistered = readPhone(input, PHONE_MAX_DIGITS_AT_REGISTRATION);
  const isUnchanged = typeof asRegistered !== 'string' && asRegistered.e164 === stored.phone;
  const number = isUnchanged ? asRegistered : checkPhone(input, PHONE_MAX_DIGITS, '');
  return {
    phone: number.e164,
    phone_national: number.national,
    phone_country_code: number.countryCode,
    phone_country_iso: number.countryIso,
  };
}

async function readPlaceChange(tx: Db, stored: StoredUser, change: UserChange): Promise<Updateable<UsersTable>> {
  if (change.country_id === undefined && change.city_id === undefined) return {};
  const country_id = change.country_id === undefined ? stored.country_id : change.country_id;
  const hasMoved = country_id !== stored.country_id;
  const keptCity = hasMoved ? null : stored.city_id;
  return checkUserPlace(tx, { country_id, city_id: change.city_id === undefined ? keptCity : change.city_id });
}
