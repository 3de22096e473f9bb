import type { IncomingMessage } from 'node:http';

export const isSocketPath = (url: string | undefined): boolean => url?.startsWith('/ws/') ?? false;

/** Whether a request may become a socket. Every other upgrade is answered as the plain request that it also is. */
export function mayUpgrade({ url, headers }: IncomingMessage): boolean {
  // While developing, Vite answers its own.
  const isVite = process.env.NODE_ENV === 'development' && headers['sec-websocket-protocol']?.startsWith('vite-');
  return headers.upgrade?.toLowerCase() === 'websocket' && (isSocketPath(url) || isVite === true);
}
