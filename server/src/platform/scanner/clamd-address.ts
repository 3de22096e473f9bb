import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface ClamdAddress {
  /** Path of a Unix socket; otherwise `host` and `port`. */
  path?: string;
  host?: string;
  port?: number;
  isEncrypted: boolean;
}

const DEFAULT_PORT = 3310;

/** `clamd://host:port`, `clamds://host:port` for TLS in front of it, or `unix:/run/clamav/clamd.ctl`. */
export function parseScannerUrl(value: string): ClamdAddress {
  if (value.startsWith('unix:/')) return { path: value.slice('unix:'.length), isEncrypted: false };
  const [, scheme, address = ''] = /^(clamds?):\/\/([^/?#@]+)\/?$/.exec(value) ?? [];
  if (scheme === undefined || !URL.canParse(`http://${address}`))
    throw new Error('must be clamd://host:port, clamds://host:port or unix:/path');
  const { hostname, port } = new URL(`http://${address}`);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || DEFAULT_PORT),
    isEncrypted: scheme === 'clamds',
  };
}

export function connectToClamd({ path, host, port = DEFAULT_PORT, isEncrypted }: ClamdAddress, ca?: string): Socket {
  if (path !== undefined) return connectPlain({ path });
  return isEncrypted ? connectTls({ host, port, ca }) : connectPlain({ host, port });
}
