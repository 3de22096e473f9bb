import type { IncomingMessage } from 'node:http';
import { MEDIA_SOCKET_PATH } from '@app/contract/live/media-room';

export const isSocketPath = (url: string | undefined): boolean => url?.startsWith('/ws/') ?? false;

/** Sockets of rooms are a media node's own. */
export const isMediaPath = (url: string | undefined): boolean => url?.split('?', 1)[0] === MEDIA_SOCKET_PATH;

/** Whether a request may become a socket. Every other upgrade is answered as the plain request that it also is. */
export function mayUpgrade({ url, headers }: IncomingMessage): boolean {
  // While developing, Vite answers its own.
  const isVite = process.env.NODE_ENV === 'development' && headers['sec-websocket-protocol']?.startsWith('vite-');
  return headers.upgrade?.toLowerCase() === 'websocket' && (isSocketPath(url) || isMediaPath(url) || isVite === true);
}
