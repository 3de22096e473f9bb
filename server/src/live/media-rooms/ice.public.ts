import { createHmac } from 'node:crypto';
import type { IceServer } from '@app/contract/messaging/calls';
import type { Config } from '../../platform/config.ts';

/** Long enough to find a way; a relay that is in use stays in use. */
const CREDENTIAL_SECONDS = 600;

/**
 * Where a browser learns its own address and finds a relay. The relay's password is good for ten minutes and names the person and the
 * call (coturn's `use-auth-secret`): only those who take part in an accepted call are given one.
 */
export function iceServers({ ice }: Pick<Config, 'ice'>, userId: number, callId: string, now: Date): IceServer[] {
  const servers: IceServer[] = [];
  if (ice.stunUrls.length > 0) servers.push({ urls: [...ice.stunUrls] });
  if (ice.turn !== undefined) {
    const expiry = Math.floor(now.getTime() / 1000) + CREDENTIAL_SECONDS;
    const username = `${expiry}:${userId}-${callId}`;
    const credential = createHmac('sha1', ice.turn.secret).update(username).digest('base64');
    servers.push({ urls: [...ice.turn.urls], username, credential });
  }
  return servers;
}
