import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { signal } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { launchNode, type RunningNode, startNode } from '../../server/test/trust/running-node.ts';

export type ProductRole = 'web' | 'jobs' | 'sfu';

/** A process of the product, which can be killed and started again. */
export interface ProductProcess {
  port: number;
  pid(): number;
  kill(): Promise<void>;
  /** With `more` variables for this time only. */
  start(more?: Record<string, string>): Promise<void>;
}

export interface ProductProcesses {
  add(role: ProductRole, port: number, environment: () => Record<string, string>): ProductProcess;
  /** Processes that ended by themselves. */
  deaths(): string[];
  errors(): Map<string, number>;
  /** All that they printed. */
  said(): string;
  close(): Promise<void>;
}

const OUTPUT_MAX = 600;
const STARTS_MAX = 10;
const ERROR = 50;

export function createProcesses(): ProductProcesses {
  const deaths: string[] = [];
  const running = new Set<number>();
  const added: ProductProcess[] = [];
  const outputs: (() => string)[] = [];
  const killAll = (): void => {
    for (const pid of running) signal(pid, 'SIGKILL');
  };
  process.once('exit', killAll);

  function add(role: ProductRole, port: number, environment: () => Record<string, string>): ProductProcess {
    let current: RunningNode | undefined;
    let isWanted = false;
    const one: ProductProcess = {
      port,
      pid: () => current?.pid ?? 0,
      async start(more = {}) {
        const variables: Record<string, string> = { ...environment(), PORT: String(port), ...more };
        if (variables.DATA_DIR !== undefined) mkdirSync(variables.DATA_DIR, { recursive: true });
        isWanted = true;
        const mine =
          role === 'web'
            ? await startWithRetries(variables)
            : launchNode({ environment: variables, roles: [role], detached: true });
        current = mine;
        running.add(mine.pid);
        outputs.push(mine.output);
        void mine.ended.then((code) => {
          running.delete(mine.pid);
          if (isWanted && current === mine)
            deaths.push(`${role} ended with ${code}: ${mine.output().slice(-OUTPUT_MAX)}`);
        });
      },
      async kill() {
        isWanted = false;
        await current?.end('SIGKILL');
      },
    };
    added.push(one);
    return one;
  }

  return {
    add,
    deaths: () => deaths,
    errors() {
      const counted = new Map<string, number>();
      for (const output of outputs)
        for (const line of errorsIn(output())) counted.set(line, (counted.get(line) ?? 0) + 1);
      return counted;
    },
    said: () => outputs.map((output) => output()).join('\n'),
    async close() {
      for (const one of added) {
        signal(one.pid(), 'SIGCONT');
        await one.kill();
      }
      process.off('exit', killAll);
    },
  };
}

/** A node does not start while the database recovers; a supervisor would start it again. */
async function startWithRetries(environment: Record<string, string>): Promise<RunningNode> {
  for (let failures = 0; ; failures++) {
    try {
      return await startNode({ environment, roles: ['web'], detached: true });
    } catch (error) {
      if (failures === STARTS_MAX) throw error;
      await sleep(1000);
    }
  }
}

/** Extracts logged errors without their variable parts, so that equal errors can be counted. */
export function errorsIn(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return line.trim() === '' ? [] : [line];
    try {
      const { level, msg, reason, err } = JSON.parse(line) as {
        level: number;
        msg: string;
        reason?: string;
        err?: { message?: string; code?: string };
      };
      return level >= ERROR ? [[msg, reason, err?.code, err?.message].filter(Boolean).join(': ')] : [];
    } catch {
      return [];
    }
  });
}
