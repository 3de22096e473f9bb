import { findAccount } from '../../people/users/accounts.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { insertFeedback } from './feedback.queries.ts';

/** The answer goes to the profile's email, so one is required. */
export async function addFeedback(
  { db, clock }: Services,
  viewer: SignedInViewer,
  message: string,
  idempotency: IdempotencyKey | undefined,
): Promise<{ id: number }> {
  const email = (await findAccount(db, viewer.userId))?.email ?? '';
  if (email === '') throw new Failure('email_required');
  const { id } = await db
    .transaction()
    .execute((tx) =>
      runIdempotent(tx, idempotency, () =>
        insertFeedback(tx, { user_id: viewer.userId, email, message, created_at: clock() }),
      ),
    );
  return { id };
}
