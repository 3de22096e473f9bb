import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../server/test/free-port.ts';
import { startRedisPeer } from '../../server/test/redis-peer.ts';

export interface LoadRedis {
  what: string;
  url: string;
  kill(): Promise<void>;
  revive(): Promise<void>;
}

export async function startRedis(isReal = true): Promise<LoadRedis> {
  const version = isReal ? spawnSync('redis-server', ['--version'], { encoding: 'utf8' }) : undefined;
  if (version === undefined || version.status !== 0) {
    const peer = await startRedisPeer();
    return { what: 'a small server of ours that speaks the protocol', ...peer };
  }
  const [, number = ''] = /v=([\d.]+)/.exec(version.stdout) ?? [];
  const port = await findFreePort();
  let server: ChildProcess;
  process.once('exit', () => server?.kill('SIGKILL'));
  async function revive(): Promise<void> {
    const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    server = spawn('redis-server', flags, { stdio: 'ignore', cwd: '/' });
    await listening(port);
  }
  await revive();
  return {
    what: `Redis ${number}`,
    url: `redis://127.0.0.1:${port}`,
    revive,
    async kill() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
}

async function listening(port: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(20)) {
    const socket = net.connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
  }
  throw new Error('Redis did not come up');
}
