import type { StaffUserDraft, User } from '@app/contract/people/users';
import { PHONE_MAX_DIGITS } from '@app/contract/platform/phone';
import { claimImages } from '../../files/media/media.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { insertUser } from './accounts.public.ts';
import { assertNotTaken, checkPhone, checkUserPlace, translateTaken } from './check-user.ts';
import { requireGoodPassword } from './passwords/password-rules.public.ts';
import { hashPassword } from './passwords/passwords.public.ts';
import { presentUser } from './present-user.ts';
import { findUser } from './users.queries.ts';

export async function createUser(
  services: Services,
  viewer: SignedInViewer,
  draft: StaffUserDraft,
  photo: QuarantinedFile | undefined,
  idempotency: IdempotencyKey | undefined,
): Promise<User> {
  const { db, clock, media } = services;
  await requireGoodPassword(services, draft.password, 'password', draft);
  const number = checkPhone({ digits: draft.phone, countryCode: draft.country_code }, PHONE_MAX_DIGITS, '');
  const place = await checkUserPlace(db, { country_id: draft.country_id ?? null, city_id: draft.city_id ?? null });
  const image = photo && (await media.createImage(photo, 'avatar', viewer.userId));
  const passwordHash = await hashPassword(draft.password);

  const { id } = await translateTaken('', () =>
    db.transaction().execute((tx) =>
      runIdempotent(tx, idempotency, async () => {
        await assertNotTaken(tx, { login: draft.login, email: draft.email, phone: number.e164 }, null, '');
        if (image !== undefined) await claimImages(tx, viewer.userId, [image.id]);
        const created = await insertUser(tx, {
          login: draft.login,
          email: draft.email,
          phone: number.e164,
          phone_national: number.national,
          phone_country_code: number.countryCode,
          phone_country_iso: number.countryIso,
          firstname: draft.firstname,
          lastname: draft.lastname,
          middlename: draft.middlename ?? '',
          position: draft.position ?? '',
          activity: draft.activity ?? '',
          description: draft.description ?? '',
          ...place,
          photo_image_id: image?.id ?? null,
          password_hash: passwordHash,
          lang: viewer.lang,
          status: 'active',
          registered_at: clock(),
          activated_at: clock(),
          invited_by: null,
        });
        await recordStaffAction(tx, viewer, clock(), {
          action: 'users.create',
          object: `user:${created}`,
          aboutUserId: created,
        });
        return created;
      }),
    ),
  );
  const row = requireFound(await findUser(db, id));
  return presentUser(row, viewer);
}
