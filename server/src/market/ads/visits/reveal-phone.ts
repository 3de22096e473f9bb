import { PHONE_REVEALS_PER_DAY } from '@app/contract/market/ad-owner';
import { moscowDay } from '@app/contract/platform/time-zones';
import { notify } from '../../../notifications/notifications/notifications.public.ts';
import { countRemainingReveals, recordPhoneReveal } from '../../../people/users/phone/phone-reveals.public.ts';
import { recordActionOnOthers } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { type CardRow, contactPhone, contactView } from '../ad-card.ts';
import { getVisibleAd } from '../get-visible-ad.ts';
import { countForAd } from '../lifecycle/ad-days.ts';

interface RevealedPhone {
  phone: string;
  left: number;
}

/** Returns the whole number. A sold ad has none; a hidden number is empty and does not count against the limit. */
export async function revealPhone(services: Services, viewer: SignedInViewer, id: number): Promise<RevealedPhone> {
  const { row } = await getVisibleAd(services.pool, viewer, id);
  const view = contactView(row, viewer);
  if (view === 'masked') {
    if (row.deal === 'sold') throw new Failure('gone', { text: 'errors.ad_sold' });
    if (!(await recordAdPhoneReveal(services, viewer, row))) {
      throw new Failure('too_many_reveals', { values: { max: PHONE_REVEALS_PER_DAY } });
    }
  }
  if (view === 'full') await auditPhoneView(services, viewer, row);
  const left = await countRemainingReveals(services.db, viewer.userId, services.clock());
  return { phone: view === 'none' ? '' : contactPhone(row), left };
}

/** Staff have no limit but are audited; owners viewing their own ads are not. */
export function auditPhoneView(
  { db, clock }: Services,
  viewer: SignedInViewer,
  { id, owner_id }: Pick<CardRow, 'id' | 'owner_id'>,
): Promise<void> {
  return recordActionOnOthers(db, viewer, clock(), { action: 'users.read', object: `ad:${id}`, aboutUserId: owner_id });
}

/** Records the reveal and notifies the owner. Returns false when the viewer has reached the daily limit. */
export async function recordAdPhoneReveal(services: Services, viewer: SignedInViewer, ad: CardRow): Promise<boolean> {
  const { db, clock } = services;
  const day = moscowDay(clock());
  const known = await db
    .selectFrom('ad_phone_reveals')
    .select('day')
    .where('ad_id', '=', ad.id)
    .where('user_id', '=', viewer.userId)
    .where('day', '=', day)
    .executeTakeFirst();
  if (known !== undefined) return true;
  return db.transaction().execute(async (tx) => {
    const subject = ad.is_external ? (`ad ${ad.id}` as const) : (`user ${ad.owner_id}` as const);
    const { isAllowed } = await recordPhoneReveal(tx, viewer.userId, subject, clock());
    if (isAllowed) await insertReveal(services, tx, viewer, ad, day);
    return isAllowed;
  });
}

async function insertReveal(
  services: Services,
  tx: Tx,
  { userId }: SignedInViewer,
  { id, owner_id, title }: CardRow,
  day: string,
): Promise<void> {
  const now = services.clock();
  const first = await tx
    .insertInto('ad_phone_reveals')
    .values({ ad_id: id, user_id: userId, day, revealed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ad_id')
    .executeTakeFirst();
  if (first === undefined) return;
  await countForAd(tx, id, 'phones', 1, now);
  await notify(tx, services, {
    userId: owner_id,
    kind: 'phone_revealed',
    actorId: userId,
    boardId: id,
    link: `/ad/${id}`,
    values: { title },
    // The owner gets one notification per day, however many users look.
    dedupe: `phone_revealed:${id}:${day}`,
  });
}
