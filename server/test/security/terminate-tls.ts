import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { OwnAuthority } from '../own-certificate.ts';

export interface TlsFront {
  port: number;
  close(): Promise<void>;
}

/** `SSLRequest` of PostgreSQL: a length of eight and the code 80877103. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Speaks TLS in front of a server that does not. `postgres`: the client asks for it first, in PostgreSQL's way. */
export async function terminateTls(
  { key, certificate }: Pick<OwnAuthority, 'key' | 'certificate'>,
  to: NetConnectOpts,
  { isPostgres = false } = {},
): Promise<TlsFront> {
  const [ownKey, cert] = [readFileSync(key), readFileSync(certificate)];
  const open = new Set<Socket>();
  const server = createServer(async (raw) => {
    open.add(raw);
    raw.on('error', () => raw.destroy());
    raw.on('close', () => open.delete(raw));
    if (isPostgres) {
      const [asked] = await once(raw, 'data');
      if (!SSL_REQUEST.equals(asked)) return void raw.destroy();
      raw.write('S');
    }
    const secure = new TLSSocket(raw, { isServer: true, key: ownKey, cert });
    const inner = connect(to);
    for (const [one, other] of [
      [secure, inner],
      [inner, secure],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    secure.pipe(inner).pipe(secure);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
