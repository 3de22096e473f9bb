import { BLOCKED_IMAGES_MAX, type BlockedImage } from '@app/contract/trust/rules';
import { sql } from 'kysely';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';

export async function listBlockedImages(
  db: Db,
  { size, offset }: { size: number; offset: number },
): Promise<{ pictures: BlockedImage[]; total: number }> {
  const [page, counted] = await Promise.all([
    db.selectFrom('blocked_images').selectAll().orderBy('id', 'desc').limit(size).offset(offset).execute(),
    sql<{ total: number }>`select count(*) as total from blocked_images`.execute(db),
  ]);
  return {
    pictures: page.map(({ id, perceptual_hash, note, created_at }) => ({
      id,
      print: BigInt(`0b${perceptual_hash}`).toString(16).padStart(16, '0'),
      note,
      timestamp: created_at.toISOString(),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
}

/** An image of a single colour has a hash with nearly no information, which would match all such images. */
const INFORMATIVE_BITS = { min: 8, max: 56 };

export async function addBlockedImages(
  { db, clock }: Services,
  viewer: SignedInViewer,
  { board_id, note }: { board_id: number; note: string },
): Promise<{ count: number }> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('bad-pictures', 0))`.execute(tx);
    const ad = await tx.selectFrom('ads').select('owner_id').where('id', '=', board_id).executeTakeFirst();
    if (ad === undefined) throw new Failure('not_found');
    const { rows } = await sql<{ count: number }>`select count(*) as count from blocked_images`.execute(tx);
    if ((rows[0]?.count ?? 0) >= BLOCKED_IMAGES_MAX) throw new Failure('conflict');
    const added = await sql`
      insert into blocked_images (perceptual_hash, note, created_at)
      select distinct i.perceptual_hash, ${note}::text, ${clock()}::timestamptz from ad_photos p join media_images i on i.id = p.image_id
      where p.ad_id = ${board_id} and i.perceptual_hash is not null and bit_count(i.perceptual_hash) between ${INFORMATIVE_BITS.min} and ${INFORMATIVE_BITS.max}
      on conflict do nothing returning 1`.execute(tx);
    await recordStaffAction(tx, viewer, clock(), {
      action: 'moderation.rules',
      object: `ad:${board_id}`,
      aboutUserId: ad.owner_id,
      details: { bad_pictures: added.rows.length },
    });
    return { count: added.rows.length };
  });
}

export async function removeBlockedImage(
  { db, clock }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<{ id: number }> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('blocked_images').where('id', '=', id).returning('id').executeTakeFirst();
    if (gone === undefined) throw new Failure('not_found');
    await recordStaffAction(tx, viewer, clock(), {
      action: 'moderation.rules',
      object: `picture:${id}`,
      details: { removed: 1 },
    });
  });
  return { id };
}
