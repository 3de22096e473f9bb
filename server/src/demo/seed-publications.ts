import path from 'node:path';
import type { Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/domain/services.ts';
import { insertDemoPublicationFile } from '../publishing/publication-files/publication-files.public.ts';
import {
  type DemoPublication,
  type DemoPublicationComment,
  insertDemoPublications,
} from '../publishing/publications/publications.public.ts';
import { demoPeople } from './demo-people.ts';
import { PUBLICATION_SCRIPTS, type PublicationScript } from './demo-publications.ts';
import { createRandom } from './random.ts';
import type { DemoWorld } from './seed-activity.ts';

const MINUTE_MS = 60_000;

const inFolder = (folder: string, name: string): string => path.join(import.meta.dirname, folder, name);

export async function seedPublications(tx: Tx, services: Services, world: DemoWorld): Promise<number[]> {
  const now = services.clock().getTime();
  const likers = createRandom(19_05_2019);
  const rows: DemoPublication[] = [];
  for (const script of PUBLICATION_SCRIPTS) {
    // Stored outside the transaction: files left by a rollback are swept like all unused files.
    const file_ids = await storeFiles(services, script, world);
    const publishedAt = now - script.minutesAgo * MINUTE_MS;
    const others = demoPeople().flatMap(({ login }) => (login === script.by ? [] : login));
    const likes = typeof script.likes === 'number' ? likers.shuffle(others).slice(0, script.likes) : script.likes;
    rows.push({
      user_id: world.personId(script.by),
      description: script.text,
      ...(script.audience && { audience: script.audience }),
      ...(script.ad && { board_id: world.ad(script.ad).id }),
      published_at: new Date(publishedAt),
      file_ids,
      alts: script.photos.map(({ alt }) => alt),
      likes: likes.map(world.personId),
      comments: threadsOf(script, publishedAt, world),
    });
  }
  return insertDemoPublications(tx, rows);
}

async function storeFiles(
  services: Services,
  { by, photos, video }: PublicationScript,
  { personId }: DemoWorld,
): Promise<number[]> {
  const files = video ? [inFolder('files', video)] : photos.map(({ name }) => inFolder('pictures', `${name}.webp`));
  return Promise.all(files.map((file) => insertDemoPublicationFile(services, personId(by), file)));
}

function threadsOf(
  { comments = [] }: PublicationScript,
  publishedAt: number,
  { personId }: DemoWorld,
): DemoPublicationComment[] {
  const rows = comments.map(({ from, after, text }) => ({
    user_id: personId(from),
    message: text,
    created_at: new Date(publishedAt + after * MINUTE_MS),
  }));
  return comments.flatMap(({ repliesTo }, place) => {
    const comment = rows[place];
    if (repliesTo !== undefined || comment === undefined) return [];
    return [{ ...comment, replies: rows.filter((_, other) => comments[other]?.repliesTo === place) }];
  });
}
