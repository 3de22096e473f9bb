import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { World } from '../world.ts';

export interface ApiNode {
  child: ChildProcess;
  origin: string;
}

/** Starts a node on a world's database and files, with the media node of `environment` if given. */
export async function startApiNode(
  { services, database }: World,
  { runsJobs = false, environment = {} as Record<string, string> } = {},
): Promise<ApiNode> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'api-node.ts')], {
    env: {
      PATH,
      DATA_DIR: services.config.dataDir,
      RATE_LIMITS: 'off',
      DEMO: 'off',
      JOBS: runsJobs ? 'on' : 'off',
      ...environment,
      DATABASE: JSON.stringify(database),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [port] = await once(child.stdout, 'data');
  return { child, origin: `http://127.0.0.1:${String(port).trim()}` };
}
