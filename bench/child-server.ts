import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

export interface ChildServer {
  url: string;
  pid: number;
  /** CPU time of the process in microseconds. */
  cpuMicroseconds(): Promise<number>;
  send(message: object): Promise<void>;
  stop(): Promise<void>;
}

export async function startChild(file: string, options: object): Promise<ChildServer> {
  const child = fork(path.join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', BENCH_SERVER: JSON.stringify(options) },
    execArgv: (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean),
  });
  const { port } = (await nextMessage(child)) as { port: number };
  if (child.pid === undefined) throw new Error('A server of the bench did not start');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    async cpuMicroseconds() {
      child.send({ type: 'cpu' });
      return ((await nextMessage(child)) as { cpu: number }).cpu;
    },
    async send(message) {
      child.send(message);
      await nextMessage(child);
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`A server of the bench ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}

export function reportToParent(
  app: FastifyInstance,
  close: () => Promise<void>,
  onMessage: (message: unknown) => void | Promise<void> = () => {},
): void {
  const closeAll = async (): Promise<void> => {
    await app.close();
    await close();
  };
  reportPort((app.server.address() as AddressInfo).port, closeAll, onMessage);
}

export function reportPort(
  port: number,
  close: () => Promise<void>,
  onMessage: (message: unknown) => void | Promise<void> = () => {},
): void {
  process.on('message', async (message: { type?: string }) => {
    if (message.type === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpu: user + system });
      return;
    }
    await onMessage(message);
    process.send?.({ done: true });
  });
  const stop = async (): Promise<void> => {
    await close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('disconnect', () => void stop());
  process.send?.({ port });
}
