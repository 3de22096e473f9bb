import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { type Exported, inPages } from '../platform/exported.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { variantKey } from './make-image.ts';

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

/** The person's pictures; each width of each is a file of the archive, named as here. */
export async function exportMediaOf(db: Db, userId: number): Promise<Exported> {
  return { images: describe(db, userId) };
}

async function* describe(db: Db, userId: number) {
  for await (const { base_key: _, widths, ...image } of listImages(db, userId)) {
    yield { ...image, files: widths.map((width) => imageFile(image, width)) };
  }
}

/** The name of one width of a picture within the archive. */
const imageFile = ({ id, kind }: Pick<OwnImage, 'id' | 'kind'>, width: number): string =>
  `media/${kind}-${id}-${width}.webp`;

/** Every width that is kept of every picture that the person sent or that stands in what is theirs. */
export async function* listMediaFiles(
  { db, storage }: { db: Db; storage: Storage },
  userId: number,
): AsyncGenerator<{ name: string; createdAt: Date; size: number; open(): Promise<Readable | undefined> }> {
  for await (const image of listImages(db, userId)) {
    for (const width of image.widths) {
      const key = variantKey(image.base_key, width);
      const found = await storage.stat(key);
      // Its upload is not finished, or has failed.
      if (found === undefined) continue;
      yield {
        name: imageFile(image, width),
        createdAt: image.created_at,
        size: found.size,
        open: async () => (await storage.open(key))?.stream,
      };
    }
  }
}

/** What was thrown away waits for the sweep alone and is nobody's any more. */
const listImages = (db: Db, userId: number): AsyncGenerator<OwnImage> =>
  inPages<OwnImage>(async (after, limit) => {
    const { rows } = await sql<OwnImage>`
      with own as (
        select id from media_images where owner_id = ${userId}
        union select p.image_id from ad_photos p join ads a on a.id = p.ad_id where a.owner_id = ${userId}
        union select photo_image_id from users where id = ${userId} and photo_image_id is not null
      )
      select m.id, m.kind, m.width, m.height, m.widths, m.base_key, m.bytes, m.created_at
      from media_images m join own on own.id = m.id
      where m.state <> 'garbage' and m.id > ${after?.id ?? 0} order by m.id limit ${limit}`.execute(db);
    return rows;
  });
