import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import { escapeLike } from '../../platform/database/like-pattern.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';

const PEOPLE_SHOWN = 8;

interface PersonRow {
  id: number;
  firstname: string;
  lastname: string;
  login: string;
  avatar: string | null;
}

export async function suggestPeople(
  { db }: Services,
  { userId }: SignedInViewer,
  { search = '' }: QueryOf<typeof publicationsApi.people>,
): Promise<ResponseOf<typeof publicationsApi.people>> {
  const beginning = `${escapeLike(search.replace(/^@/, '').toLowerCase())}%`;
  const { rows } = await sql<PersonRow>`
    select u.id, u.firstname, u.lastname, u.login, avatar.base_key as avatar
    from friends f join users u on u.id = f.friend_id left join media_images avatar on avatar.id = u.photo_image_id
    where f.user_id = ${userId} and u.status = 'active' and u.deleted_at is null
      and (lower(u.login) like ${beginning} or lower(u.firstname || ' ' || u.lastname) like ${beginning}
        or lower(u.lastname) like ${beginning})
      and not ${isBlockBetween(sql`u.id`, sql`${userId}::bigint`)}
    order by lower(u.login) like ${beginning} desc, f.since desc, u.id limit ${PEOPLE_SHOWN}`.execute(db);
  return {
    list: rows.map(({ avatar, ...person }) => ({
      ...person,
      photo: avatar === null ? null : imageUrl(avatar, IMAGE_SRC_WIDTH.avatar),
    })),
  };
}
