import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface SocketChild {
  request<Reply>(command: object): Promise<Reply>;
  stop(): Promise<void>;
}

export async function startSocketChild(file: string, options: object): Promise<SocketChild> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', BENCH_SOCKETS: JSON.stringify(options) },
  });
  const answer = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const fail = (code: number | null) => reject(new Error(`A process of the bench ended with ${code}`));
      child.once('exit', fail);
      child.once('message', (message) => {
        child.off('exit', fail);
        resolve(message);
      });
    });
  await answer();
  return {
    async request<Answer>(question: object) {
      child.send(question);
      return (await answer()) as Answer;
    },
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

export function respondToParent(handlers: Record<string, (command: never) => Promise<object> | object>): void {
  process.on('message', async (command: { is: string }) => {
    process.send?.(await handlers[command.is]?.(command as never));
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({});
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export interface Usage {
  rss: number;
  heap: number;
  cpuMicroseconds: number;
}

export async function usage(): Promise<Usage> {
  for (let i = 0; i < 4; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return { rss, heap: heapUsed + external, cpuMicroseconds: user + system };
}
