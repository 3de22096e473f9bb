import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { variantKey } from './create-image.ts';

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
export async function exportMediaOf(db: Db, userId: number): Promise<ExportedData> {
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

/** How many bytes the pictures of a person take, all widths together. */
export async function countMediaBytes(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    ${own(userId)}
    select coalesce(sum(m.bytes), 0)::bigint as bytes from media_images m join own on own.id = m.id
    where m.state <> 'garbage'`.execute(db);
  return rows[0]?.bytes ?? 0;
}

interface MediaFile {
  /** Within the archive. */
  name: string;
  createdAt: Date;
  /** About as many; together they are what {@link countMediaBytes} says. */
  bytes: number;
  /** Undefined: the upload is not finished, or it has failed. */
  open(): Promise<Readable | undefined>;
}

/** Every width that is kept of every picture that the person sent or that stands in what is theirs. */
export async function* listMediaFiles(
  { db, storage }: { db: Db; storage: Storage },
  userId: number,
): AsyncGenerator<MediaFile> {
  for await (const image of listImages(db, userId)) {
    for (const width of image.widths) {
      yield {
        name: imageFile(image, width),
        createdAt: image.created_at,
        bytes: image.bytes / image.widths.length,
        open: async () => (await storage.open(variantKey(image.base_key, width)))?.stream,
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

/** What was thrown away waits for the sweep alone and is nobody's any more. */
const listImages = (db: Db, userId: number): AsyncGenerator<OwnImage> =>
  iteratePages<OwnImage>(async (after, limit) => {
    const { rows } = await sql<OwnImage>`
      ${own(userId)}
      select m.id, m.kind, m.width, m.height, m.widths, m.base_key, m.bytes, m.created_at
      from media_images m join own on own.id = m.id
      where m.state <> 'garbage' and m.id > ${after?.id ?? 0} order by m.id limit ${limit}`.execute(db);
    return rows;
  });
