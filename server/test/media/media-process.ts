import os from 'node:os';
import path from 'node:path';
import { JOIN_TOKEN_MINUTES, MEDIA_SOCKET_PATH } from '@app/contract/live/media-room';
import { type JoinTokenClaim, signJoinToken } from '@app/media-node/join-token';
import type { CertificateFiles } from '@app/media-node/own-certificate';
import { type MediaProcess, startMediaProcess } from '@app/media-node/supervisor';
import { pino } from 'pino';
import { findFreePort } from '../free-port.ts';

export const MEDIA_SECRET = 'secret-of-the-media-tests';

export interface RunningMedia {
  process: MediaProcess;
  origin: string;
  /** Address of the media socket. */
  url: string;
  port: number;
  token(claim: Pick<JoinTokenClaim, 'roomId' | 'userId'> & Partial<JoinTokenClaim>): string;
  close(): Promise<void>;
}

/** Runs a media node as a separate process, as `npm start` does. */
export async function runMedia(ownFolder?: string, tls?: CertificateFiles): Promise<RunningMedia> {
  const port = await findFreePort();
  const folder = ownFolder ?? path.join(os.tmpdir(), `okolo-media-node-${port}`);
  const media = startMediaProcess(
    {
      ...{ host: '127.0.0.1', port, announce: ['127.0.0.1'], publicUrl: 'http://okolo.test', tls },
      ...{ secret: MEDIA_SECRET, folder, logLevel: 'warn' },
    },
    pino({ level: 'silent' }),
  );
  if ((await media.opened) === undefined) throw new Error('the media process did not open');
  const origin = `127.0.0.1:${port}`;
  return {
    process: media,
    origin,
    port,
    url: `ws://${origin}${MEDIA_SOCKET_PATH}`,
    token: (claim) =>
      signJoinToken(MEDIA_SECRET, {
        kind: 'call',
        may: 'publish',
        expiresAt: new Date(Date.now() + JOIN_TOKEN_MINUTES * 60_000),
        ...claim,
      }),
    close: () => media.stop(),
  };
}
