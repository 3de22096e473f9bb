import { createHmac } from 'node:crypto';
import type { IceServer } from '@app/contract/live/media-room';
import type { Config } from '../../platform/config.ts';

/** Long enough to establish a connection. A relay that is already allocated stays usable after the password expires. */
const CREDENTIAL_SECONDS = 600;

/**
 * Returns the STUN and TURN servers for a call. The TURN password is valid for ten minutes and names the user and the
 * call (coturn's `use-auth-secret`); only participants of an accepted call receive one.
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
