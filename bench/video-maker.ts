import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createRenditions } from '../server/src/publishing/publication-files/create-renditions.ts';
import { reportPort } from './child-server.ts';

export interface VideoMakerOptions {
  folder: string;
  source: { path: string; mime: string; width: number; height: number; durationMs: number };
}

const { folder, source } = JSON.parse(process.env.BENCH_SERVER ?? '{}') as VideoMakerOptions;

reportPort(
  0,
  async () => {},
  async () => {
    const own = await mkdtemp(path.join(folder, 'making-'));
    try {
      await createRenditions({ ...source, range: undefined }, { folder: own, onProgress: () => {} });
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  },
);
