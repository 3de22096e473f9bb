import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CrowdEnd, CrowdOptions, CrowdQuestion } from './crowd.ts';
import type { PersonLog } from './logs.ts';

/** The people of a run, in processes of their own. */
export interface Crowds {
  pids: number[];
  start(): Promise<void>;
  settle(folder: string, patienceMs: number): Promise<CrowdEnd & { logs: PersonLog[] }>;
  kill(): void;
}

/** Starts so many processes with a part of the people each, and waits until everybody is connected. */
export async function startCrowds(
  options: CrowdOptions,
  count: number,
  environment?: Record<string, string>,
): Promise<Crowds> {
  const size = Math.ceil(options.people.length / count);
  const children: ChildProcess[] = [];
  const kill = (): void => {
    for (const child of children) child.kill('SIGKILL');
  };
  try {
    for (let i = 0; i < count; i++) {
      const part = {
        ...options,
        people: options.people.slice(i * size, (i + 1) * size),
        seed: options.seed + i,
        sabotage: i === 0 ? options.sabotage : undefined,
      };
      const child = fork(path.join(import.meta.dirname, 'crowd.ts'), {
        env: { ...process.env, ...environment, NODE_ENV: 'production' },
        execArgv: [],
        detached: true,
      });
      children.push(child);
      child.send(part);
    }
    await Promise.all(children.map(nextMessage));
  } catch (error) {
    kill();
    throw error;
  }
  return {
    pids: children.map(({ pid = 0 }) => pid),
    kill,
    async start() {
      await Promise.all(children.map((child) => request(child, { is: 'start' })));
    },
    async settle(folder, patienceMs) {
      const ends = await Promise.all(
        children.map(async (child, i) => {
          const file = path.join(folder, `crowd-${i}.json`);
          const end = await request<CrowdEnd>(child, { is: 'settle', file, patienceMs });
          return { ...end, logs: JSON.parse(readFileSync(file, 'utf8'), revive) as PersonLog[] };
        }),
      );
      return {
        logs: ends.flatMap(({ logs }) => logs),
        isQuiet: ends.every((end) => end.isQuiet),
        delayP99Ms: Math.max(...ends.map((end) => end.delayP99Ms)),
      };
    },
  };
}

const revive = (key: string, value: unknown): unknown => (key === 'n' && value === null ? Number.NaN : value);

async function request<Reply>(child: ChildProcess, command: CrowdQuestion): Promise<Reply> {
  child.send(command);
  return (await nextMessage(child)) as Reply;
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The crowd ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}
