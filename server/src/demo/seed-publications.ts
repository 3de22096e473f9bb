import path from 'node:path';
import type { Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/services.ts';
import { insertDemoPostFile } from '../publishing/publication-files/post-files.public.ts';
import {
  type DemoPublication,
  type DemoPublicationComment,
  insertDemoPublications,
} from '../publishing/publications/publications.public.ts';
import { demoPeople } from './demo-people.ts';
import { type DemoPost, POSTS } from './posts/publications.ts';
import { createRandom } from './random.ts';
import type { Cast } from './seed-life.ts';

const MINUTE_MS = 60_000;

const inFolder = (folder: string, name: string): string => path.join(import.meta.dirname, folder, name);

/** What people publish, with likes and comments; answers their ids, in order. It ends a little before now, whenever that is: the feed is meant to look alive. */
export async function seedPublications(tx: Tx, services: Services, cast: Cast): Promise<number[]> {
  const now = services.clock().getTime();
  const likers = createRandom(19_05_2019);
  const rows: DemoPublication[] = [];
  for (const post of POSTS) {
    // Stored past this transaction: whatever it does not keep is swept like every file that nothing shows.
    const file_ids = await storeFiles(services, post, cast);
    const publishedAt = now - post.minutesAgo * MINUTE_MS;
    const others = demoPeople().flatMap(({ login }) => (login === post.by ? [] : login));
    const likes = typeof post.likes === 'number' ? likers.shuffle(others).slice(0, post.likes) : post.likes;
    rows.push({
      user_id: cast.personId(post.by),
      description: post.text,
      ...(post.audience && { audience: post.audience }),
      published_at: new Date(publishedAt),
      file_ids,
      alts: post.photos.map(([, alt]) => alt),
      likes: likes.map(cast.personId),
      comments: threadsOf(post, publishedAt, cast),
    });
  }
  return insertDemoPublications(tx, rows);
}

async function storeFiles(services: Services, { by, photos, video }: DemoPost, { personId }: Cast): Promise<number[]> {
  const files = video ? [inFolder('files', video)] : photos.map(([name]) => inFolder('pictures', `${name}.webp`));
  return Promise.all(files.map((file) => insertDemoPostFile(services, personId(by), file)));
}

function threadsOf({ comments = [] }: DemoPost, publishedAt: number, { personId }: Cast): DemoPublicationComment[] {
  const said = comments.map(({ from, after, text }) => ({
    user_id: personId(from),
    message: text,
    created_at: new Date(publishedAt + after * MINUTE_MS),
  }));
  return comments.flatMap(({ repliesTo }, place) => {
    const comment = said[place];
    if (repliesTo !== undefined || comment === undefined) return [];
    return [{ ...comment, replies: said.filter((_, other) => comments[other]?.repliesTo === place) }];
  });
}
