import type { IncomingMessage } from 'node:http';
import { MEDIA_SOCKET_PATH } from '@app/contract/live/media-room';

export const isSocketPath = (url: string | undefined): boolean => url?.startsWith('/ws/') ?? false;

export const isMediaPath = (url: string | undefined): boolean => url?.split('?', 1)[0] === MEDIA_SOCKET_PATH;

/** Whether a request may become a socket. Any other upgrade is answered as a plain request. */
export function mayUpgrade({ url, headers }: IncomingMessage): boolean {
  const isVite = process.env.NODE_ENV === 'development' && headers['sec-websocket-protocol']?.startsWith('vite-');
  return headers.upgrade?.toLowerCase() === 'websocket' && (isSocketPath(url) || isMediaPath(url) || isVite === true);
}
