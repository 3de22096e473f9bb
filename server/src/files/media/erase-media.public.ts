import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

/** Before a user is erased: releases the user's unused images, which the next sweep removes. */
export async function eraseMedia(tx: Tx, userId: number): Promise<void> {
  await sql`
    update media_images m set state = 'garbage', released_at = now(), owner_id = null
    where m.owner_id = ${userId} and m.kind in ('photo', 'avatar')
      and not exists (select from ad_photos p where p.image_id = m.id)
      and not exists (select from users u where u.photo_image_id = m.id and u.id <> ${userId})`.execute(tx);
}
