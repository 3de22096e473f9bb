import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { MEDIA_SOCKET_PATH, type MediaJoinToken } from '../../contract/src/live/media-room.ts';
import { signJoinToken } from '../../media-node/src/join-token.ts';
import { type MediaSettings, SETTINGS_VARIABLE } from '../../media-node/src/process-messages.ts';

const SECRET = 'a secret of the tests, and of nobody else';
const PROGRAM = path.resolve(import.meta.dirname, '../../media-node/src/sfu-process.ts');
const JOIN_TOKEN_SECONDS = 300;

export interface MediaNode {
  port: number;
  process: ChildProcess;
  /** Stops the node at once, without notifying its clients. */
  stop(): Promise<void>;
}

export async function startMediaNode(publicUrl: string, port = 0): Promise<MediaNode> {
  const folder = path.join(os.tmpdir(), 'okolo-media-node');
  const settings: MediaSettings = { host: '127.0.0.1', port, publicUrl, secret: SECRET, folder, logLevel: 'info' };
  const started = fork(PROGRAM, {
    env: { ...process.env, [SETTINGS_VARIABLE]: JSON.stringify(settings) },
  });
  const [message] = (await once(started, 'message')) as [{ port: number }];
  return {
    port: message.port,
    process: started,
    async stop() {
      if (started.exitCode !== null || started.signalCode !== null) return;
      const gone = once(started, 'exit');
      started.kill('SIGKILL');
      await gone;
    },
  };
}

export function createJoinToken(
  port: number,
  userId: number,
  roomId: string,
  seconds = JOIN_TOKEN_SECONDS,
): MediaJoinToken {
  const expiresAt = new Date(Date.now() + seconds * 1000);
  return {
    engine: 'sfu',
    url: `ws://127.0.0.1:${port}${MEDIA_SOCKET_PATH}`,
    token: signJoinToken(SECRET, { roomId, kind: 'call', userId, may: 'publish', expiresAt }),
    expires_at: expiresAt.toISOString(),
  };
}
