// @module-tag long
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { publicationsApi } from '@app/contract/publishing/publications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileMedia } from '../../../test/uploads/hostile-media.ts';
import { phoneVideo } from '../../../test/uploads/videos.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { transcodeVideo } from './transcode-video.job.ts';

let world: World;
let anna: Actor;
beforeAll(async () => {
  world = await createWorld();
  anna = await world.user({ paid: true });
});
afterAll(() => world.close());

test('hostile and broken files are refused, or end as a video that failed, and nothing of the machine gets into what is served', async () => {
  const { services } = world;
  const secret = await readFile('/etc/passwd', 'latin1');
  for (const { name, bytes } of await hostileMedia(await phoneVideo({ size: '320x240', seconds: 1 }))) {
    const { statusCode, body } = await world.call(anna, publicationsApi.uploadFile, {
      body: {},
      files: [{ field: 'file', name: 'video.mp4', type: 'video/mp4', bytes }],
    });
    if (statusCode !== 200) {
      expect({ name, code: body.code }).toEqual({
        name,
        code: expect.stringMatching(/^(unsupported_media|unprocessable_video|unprocessable_image|video_too_long)$/),
      });
      continue;
    }
    for (let tries = 0; tries < 3; tries += 1) await transcodeVideo.run(services, { id: body.id }).catch(() => {});
    const row = await services.db
      .selectFrom('post_files')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect({ name, state: row.video_state }).toEqual({ name, state: expect.stringMatching(/^(ready|failed)$/) });
  }
  await expect.poll(() => readdir(services.media.quarantine.folder)).toEqual([]);
  const files = path.join(services.config.dataDir, 'files');
  for (const entry of await readdir(files, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const kept = await readFile(path.join(entry.parentPath, entry.name), 'latin1');
    expect(kept.includes(secret.slice(0, 40))).toBe(false);
  }
}, 480_000);
