import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { World } from '../world.ts';

/** A node without pages in a process of its own, which may be killed. */
export interface ApiNode {
  child: ChildProcess;
  origin: string;
}

/** Start one on the database and the files of a world, with the media node that `environment` names where it does. */
export async function startApiNode(
  { services }: World,
  { runsJobs = false, environment = {} as Record<string, string> } = {},
): Promise<ApiNode> {
  const { PATH = '' } = process.env;
  // Functions do not survive the way there: a node has its own to read values with.
  const { types: _types, ...connection } = services.pool.options;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'api-node.ts')], {
    env: {
      PATH,
      DATA_DIR: services.config.dataDir,
      RATE_LIMITS: 'off',
      DEMO: 'off',
      JOBS: runsJobs ? 'on' : 'off',
      ...environment,
      CONNECTION: JSON.stringify(connection),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [port] = await once(child.stdout, 'data');
  return { child, origin: `http://127.0.0.1:${String(port).trim()}` };
}
