// @module-tag long
import { once } from 'node:events';
import { readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { type Publication, type PublicationFile, publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepUploads } from '../../src/files/media/sweep-uploads.ts';
import { sweepPublicationFiles } from '../../src/publishing/publication-files/sweep-publication-files.job.ts';
import { VIDEO_TRIES_MAX } from '../../src/publishing/publication-files/transcode-video-kind.ts';
import { phoneVideo } from '../uploads/videos.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { type ApiNode, startApiNode } from './start-api-node.ts';

const PATIENCE_MS = 900_000;
/** Videos are made with idle priority: beside other tests they wait for those. */
const WAITING = { timeout: 240_000, interval: 20 };
const DAY_MS = 86_400_000;

let world: World;
let author: Actor;
let node: ApiNode;
beforeAll(async () => {
  world = await createWorld();
  author = await world.user({ paid: true });
  node = await startApiNode(world, { runsJobs: true });
});
afterAll(async () => {
  node?.child.kill('SIGKILL');
  await world.close();
});

async function publish(seconds: number): Promise<Publication> {
  const bytes = await phoneVideo({ size: '1280x720', seconds });
  const { statusCode, body } = await world.call(author, publicationsApi.add, {
    body: { publish_description: 'Река' },
    files: [{ field: 'publish_content[]', name: 'IMG_1.MOV', type: 'video/quicktime', bytes }],
  });
  expect(statusCode).toBe(200);
  return body;
}

async function fileOf({ publish_id }: Publication): Promise<PublicationFile | undefined> {
  const { body } = await world.call(author, publicationsApi.one, { params: { id: publish_id } });
  return body.content[0];
}

async function maker(before = 0): Promise<number> {
  const running = async (): Promise<number> => {
    const children = await readFile(`/proc/${node.child.pid}/task/${node.child.pid}/children`, 'utf8').catch(() => '');
    for (const pid of children.trim().split(' ').map(Number)) {
      const said = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (said.includes('-filter_complex') && pid !== before) return pid;
    }
    return 0;
  };
  let pid = 0;
  await expect
    .poll(async () => {
      pid = await running();
      return pid;
    }, WAITING)
    .toBeGreaterThan(0);
  return pid;
}

const isGone = async (pid: number): Promise<boolean> =>
  /^$|State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''));

const tryAgainNow = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(world.services.db);

test('a video is made once by whichever node lives, and what every try at it dies of is named to its author', {
  timeout: PATIENCE_MS,
}, async () => {
  const river = await publish(8);
  const making = await maker();
  const ended = once(node.child, 'exit');
  node.child.kill('SIGKILL');
  await ended;
  await expect.poll(() => isGone(making), WAITING).toBe(true);
  expect(await fileOf(river)).toMatchObject({ state: 'processing' });
  node = await startApiNode(world, { runsJobs: true });
  await expect.poll(async () => (await fileOf(river))?.state, WAITING).toBe('ready');

  const lake = await publish(9);
  let killed = 0;
  for (let tries = 0; tries < VIDEO_TRIES_MAX; tries += 1) {
    await expect.poll(async () => (await tryAgainNow()) && (await fileOf(lake))?.state, WAITING).toBe('processing');
    killed = await maker(killed);
    process.kill(killed, 'SIGKILL');
  }
  await expect.poll(async () => (await fileOf(lake))?.state, WAITING).toBe('failed');
  const bell = await world.call(author, notificationsApi.list);
  expect(bell.body.list.filter(({ kind }) => kind === 'video_failed')).toMatchObject([
    { link: `/user/${author.id}/social/${lake.publish_id}` },
  ]);
  const sent = await fetch(`${node.origin}${(await fileOf(lake))?.url}`, {
    headers: { cookie: `token=${author.token}`, range: 'bytes=0-99' },
  });
  expect([sent.status, sent.headers.get('content-type')]).toEqual([206, 'video/mp4']);

  const { services } = world;
  const { folder } = services.media.quarantine;
  const longAgo = new Date(Date.now() - DAY_MS);
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), longAgo, longAgo);
  const later = { ...services, clock: () => new Date(Date.now() + 2 * DAY_MS) };
  await sweepUploads(later);
  await sweepPublicationFiles.run(later, {});
  expect(await readdir(folder)).toEqual([]);
  const kept: string[] = [];
  for await (const { key } of services.storage.list('private/posts/')) kept.push(key.replace(/^.*[0-9a-f]{64}/, ''));
  // Files of one video: the original, its poster, MP4 and two renditions; of the other only the original, since its
  // poster is identical.
  const made = ['-360-list.bin', '-360.bin', '-720-list.bin', '-720.bin', '-list.bin', '-video.bin'];
  expect(kept.toSorted()).toEqual([...made, '-800.webp', '.bin', '.bin'].toSorted());
});
