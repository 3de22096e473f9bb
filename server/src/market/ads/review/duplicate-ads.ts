import { IMAGE_WIDTHS, imageUrl } from '@app/contract/files/media';
import type { DuplicateAd } from '@app/contract/market/ad-owner';
import type { Services } from '../../../platform/domain/services.ts';
import type { QuarantinedFile } from '../../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { querySearch } from '../../../platform/search/query-search.ts';

/** Limits the duplicates reported; the first ones are enough for the author. */
const DUPLICATES_MAX = 6;
/** Limits the compared ads: the newest that share all title words, and the newest own ads. */
const COMPARED_MAX = 200;
/** Trigram similarity, 0 to 1: one changed word of five gives about 0.75, another item of the same kind about 0.4. */
const TITLE_SIMILARITY_MIN = 0.7;
const DESCRIPTION_SIMILARITY_MIN = 0.5;
/** Maximum differing bits of 64 between hashes of the same image; the indexes find up to three. */
const HASH_DISTANCE_MAX = 3;
/** An image of one colour has a meaningless hash with almost all bits equal. */
const MEANINGFUL_BITS = { min: 8, max: 56 };

interface AdContent {
  board_id?: number | null | undefined;
  board_title: string;
  board_description: string;
}

interface DuplicateAdRow {
  id: number;
  title: string;
  price_roubles: number;
  owner_id: number;
  photo: string | null;
  by_text: boolean;
  by_photo: boolean;
}

const DUPLICATES_SQL = `
  with typed as materialized (
    select lower(search_normalize($3::text)) as title, lower(search_normalize($4::text)) as description,
           plainto_tsquery('russian'::regconfig, search_normalize($3::text)) as words
  ),
  worded as materialized (
    (select a.id from typed, ads a where numnode(typed.words) > 0 and a.is_public and a.search @@ typed.words
     order by a.created_at desc, a.id desc limit ${COMPARED_MAX})
    union
    (select id from ads where owner_id = $1::bigint and archived_at is null
     order by created_at desc, id desc limit ${COMPARED_MAX})
  ),
  by_text as (
    select a.id from typed, worded join ads a using (id)
    where similarity(lower(search_normalize(a.title)), typed.title) >= ${TITLE_SIMILARITY_MIN}
      and similarity(lower(search_normalize(a.description)), typed.description) >= ${DESCRIPTION_SIMILARITY_MIN}
  ),
  seen as (
    select bits::bit(64) as perceptual_hash from unnest($5::text[]) as bits
    where bit_count(bits::bit(64)) between ${MEANINGFUL_BITS.min} and ${MEANINGFUL_BITS.max}
  ),
  by_photo as (
    select distinct p.ad_id as id
    from seen
    join media_images i on i.kind = 'photo' and i.perceptual_hash is not null and (
      substring(i.perceptual_hash from 1 for 16) = substring(seen.perceptual_hash from 1 for 16)
      or substring(i.perceptual_hash from 17 for 16) = substring(seen.perceptual_hash from 17 for 16)
      or substring(i.perceptual_hash from 33 for 16) = substring(seen.perceptual_hash from 33 for 16)
      or substring(i.perceptual_hash from 49 for 16) = substring(seen.perceptual_hash from 49 for 16)
    )
    join ad_photos p on p.image_id = i.id
    where bit_count(i.perceptual_hash # seen.perceptual_hash) <= ${HASH_DISTANCE_MAX}
    limit ${COMPARED_MAX}
  )
  select a.id, a.title, a.price_roubles, a.owner_id, t.id is not null as by_text, ph.id is not null as by_photo,
         (select i.base_key from ad_photos p join media_images i on i.id = p.image_id
          where p.ad_id = a.id order by p.position limit 1) as photo
  from by_text t full join by_photo ph using (id) join ads a using (id)
  where a.id <> $2::bigint and a.archived_at is null and (a.is_public or a.owner_id = $1::bigint)
  order by a.owner_id = $1::bigint desc, a.created_at desc, a.id desc limit ${DUPLICATES_MAX}`;

/** Finds ads with a similar title or the same image in any size; own ads come first. `files` are not stored. */
export async function findDuplicateAds(
  { pool, media }: Services,
  viewer: SignedInViewer,
  content: AdContent,
  files: readonly QuarantinedFile[],
): Promise<{ twins: DuplicateAd[] }> {
  const hashes = await Promise.all(files.map((file) => media.perceptualHashOf(file)));
  const values = [viewer.userId, content.board_id ?? 0, content.board_title, content.board_description, hashes];
  const rows = await querySearch<DuplicateAdRow>(pool, { text: DUPLICATES_SQL, values });
  const twins = rows.map((row) => ({
    board_id: row.id,
    board_title: row.title,
    board_price: row.price_roubles,
    photo: row.photo === null ? null : imageUrl(row.photo, IMAGE_WIDTHS.photo[0]),
    own: row.owner_id === viewer.userId ? 1 : 0,
    by: row.by_text && row.by_photo ? 'both' : row.by_text ? 'text' : 'photo',
  })) satisfies DuplicateAd[];
  return { twins };
}
