import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import { sql } from 'kysely';
import { lockSanction } from './end-sanction.ts';
import type { ModerationTarget } from './moderation-target.public.ts';

interface Row {
  name: string;
  position: string;
  description: string;
  photo: string | null;
  is_away: boolean;
}

/** A profile can only be hidden by suspending its user. */
export const userModerationTarget: ModerationTarget = {
  async find({ db }, id) {
    const { rows } = await sql<Row>`
      select trim(u.firstname || ' ' || u.lastname) as name, u.position, u.description, photo.base_key as photo,
        (u.status = 'suspended' or u.deleted_at is not null) as is_away
      from users u left join media_images photo on photo.id = u.photo_image_id where u.id = ${id}`.execute(db);
    const [row] = rows;
    if (row === undefined) return undefined;
    return {
      title: row.name,
      text: [row.position, row.description].filter(Boolean).join('\n\n'),
      link: `/user/${id}`,
      photos: row.photo === null ? [] : [imageUrl(row.photo, IMAGE_SRC_WIDTH.avatar)],
      state: row.is_away ? 'hidden' : 'shown',
    };
  },
};

export const sanctionModerationTarget: ModerationTarget = {
  async find({ db }, id) {
    const row = await db.selectFrom('sanctions').select(['reason', 'evidence']).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    return { title: row.evidence.title ?? '', text: row.reason, link: '', photos: [], state: 'shown' };
  },
  async lock(tx, id) {
    await lockSanction(tx, id);
  },
};
