import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findSoundServer } from './find-engines.ts';

const START_MS = 30_000;

export interface SoundServer {
  /** What a browser needs to know of it. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Sound that nobody hears, at the pace of a device. Without a server of sound the browser has what the machine has. */
export async function startSoundServer(): Promise<SoundServer> {
  const program = findSoundServer();
  if (program === undefined) return { env: {}, stop: async () => undefined };
  const home = await mkdtemp(path.join(os.tmpdir(), 'okolo-sound-'));
  const socket = path.join(home, 'native');
  const server = spawn(
    program,
    [
      ...['-n', '--daemonize=no', '--use-pid-file=no', '--disable-shm=yes', '--exit-idle-time=-1'],
      '--load=module-null-sink',
      `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    ],
    { stdio: 'ignore', env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home } },
  );
  const ended = once(server, 'exit');
  for (const late = Date.now() + START_MS; !existsSync(socket); await pause(50)) {
    if (server.exitCode !== null || Date.now() > late) throw new Error(`${program} does not start`);
  }
  return {
    env: { PULSE_SERVER: `unix:${socket}` },
    async stop() {
      server.kill();
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}
