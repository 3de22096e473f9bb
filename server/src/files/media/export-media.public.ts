import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { ExportedFile } from '../../platform/domain/domain.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { widthKey } from './stored-objects.public.ts';

interface OwnImage {
  id: number;
  kind: string;
  width: number;
  height: number;
  widths: number[];
  base_key: string;
  bytes: number;
  created_at: Date;
}

export async function exportMediaOf(db: Db, userId: number): Promise<ExportedData> {
  return { images: describe(db, userId) };
}

async function* describe(db: Db, userId: number) {
  for await (const { base_key: _, widths, ...image } of listImages(db, userId)) {
    yield { ...image, files: widths.map((width) => imageFile(image, width)) };
  }
}

const imageFile = ({ id, kind }: Pick<OwnImage, 'id' | 'kind'>, width: number): string =>
  `media/${kind}-${id}-${width}.webp`;

export async function countMediaBytes(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    ${own(userId)}
    select coalesce(sum(m.bytes), 0)::bigint as bytes from media_images m join own on own.id = m.id
    where m.state <> 'garbage'`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Yields every stored width of every image that the user sent or that the user's content shows. */
export async function* listMediaFiles(
  { db, storage }: { db: Db; storage: Storage },
  userId: number,
): AsyncGenerator<ExportedFile> {
  for await (const image of listImages(db, userId)) {
    for (const width of image.widths) {
      yield {
        name: imageFile(image, width),
        createdAt: image.created_at,
        bytes: image.bytes / image.widths.length,
        open: async () => (await storage.open(widthKey(image.base_key, width)))?.stream,
      };
    }
  }
}

const own = (userId: number) => sql`
  with own as (
    select id from media_images where owner_id = ${userId}
    union select p.image_id from ad_photos p join ads a on a.id = p.ad_id where a.owner_id = ${userId}
    union select photo_image_id from users where id = ${userId} and photo_image_id is not null
  )`;

/** Discarded images only wait for the sweep and belong to nobody. */
const listImages = (db: Db, userId: number): AsyncGenerator<OwnImage> =>
  iteratePages<OwnImage>(async (after, limit) => {
    const { rows } = await sql<OwnImage>`
      ${own(userId)}
      select m.id, m.kind, m.width, m.height, m.widths, m.base_key, m.bytes, m.created_at
      from media_images m join own on own.id = m.id
      where m.state <> 'garbage' and m.id > ${after?.id ?? 0} order by m.id limit ${limit}`.execute(db);
    return rows;
  });
