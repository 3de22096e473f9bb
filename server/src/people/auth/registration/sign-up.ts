import { RESEND_AFTER_SECONDS, type Registration } from '@app/contract/people/auth';
import { claimImages } from '../../../files/media/media.public.ts';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { type IdempotencyKey, runIdempotent } from '../../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../../platform/http/uploads.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { insertRegistration, parseRegistration } from '../../users/accounts.public.ts';
import { hashPassword } from '../../users/passwords/passwords.public.ts';
import { countAttempt } from '../attempts.ts';
import { sendCode } from '../codes.ts';
import { getResendState, RESEND_LIMIT, resendKey } from '../recovery/resend-code.ts';
import { admitNewcomer, requireRegistrationOpen } from './admit-newcomer.ts';
import { staleBefore } from './stale-registrations.ts';

interface SignUpRequest {
  form: Registration;
  photo: QuarantinedFile | undefined;
  idempotency: IdempotencyKey | undefined;
  cookies: Readonly<Record<string, string | undefined>>;
}

/** Stores the user and the consents and sends the code in one transaction. */
export async function signUp(
  services: Services,
  viewer: Viewer,
  { form, photo, idempotency, cookies }: SignUpRequest,
): Promise<{ user_id: number; resend_after: number }> {
  const { db, clock, media } = services;
  const mode = await requireRegistrationOpen(db, form);
  const person = await parseRegistration(services, form, staleBefore(clock()));
  const passwordHash = await hashPassword(form.user_password);
  const image = photo && (await media.createImage(photo, 'avatar', null));
  const now = clock();

  const { id, repeated } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      if (image !== undefined) await claimImages(tx, null, [image.id]);
      const userId = await insertRegistration(
        tx,
        {
          ...person,
          password_hash: passwordHash,
          photo_image_id: image?.id ?? null,
          lang: viewer.lang,
          registered_at: now,
        },
        staleBefore(now),
      );
      await admitNewcomer(tx, mode, userId, form, now);
      const consents = [
        { document: 'policy' as const, version: form.policy_version },
        { document: 'personal_data' as const, version: form.consent_version },
        { document: 'agreement' as const, version: form.agreement_version },
      ].flatMap(({ document, version }) =>
        version ? [{ user_id: userId, document, version, accepted_at: now, ip: viewer.ip }] : [],
      );
      if (consents.length > 0) await tx.insertInto('consents').values(consents).execute();
      const newcomer = {
        id: userId,
        email: person.email,
        phone: person.phone ?? null,
        inviterId: form.invitation_user_id,
        code: form.invitation_code,
        viewer,
        cookies,
      };
      await emit(services, tx, { type: 'user.registered', newcomer });
      await countAttempt(tx, resendKey(userId), RESEND_LIMIT, now);
      await sendCode(services, tx, 'activation', { id: userId, email: person.email, lang: viewer.lang });
      return userId;
    }),
  );
  return repeated ? getResendState(services, id) : { user_id: id, resend_after: RESEND_AFTER_SECONDS };
}
