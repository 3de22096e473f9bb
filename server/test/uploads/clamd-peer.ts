import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/** What the peer knows as malicious: the test text of EICAR, split so that no scanner finds it in this source. */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

export interface ClamdPeer {
  readonly url: string;
  /** Files that were looked at, in order. */
  readonly scanned: Buffer[];
  /** What it says instead of looking; 'silence' says nothing, 'hangup' closes. */
  says: string | undefined;
  /** Bytes of a file that it takes, as StreamMaxLength. */
  maxBytes: number;
  close(): Promise<void>;
}

/** A server that speaks the part of clamd's protocol that the product uses. */
export async function startClamdPeer(server: Server = createServer()): Promise<ClamdPeer> {
  const open = new Set<Socket>();
  const peer: Omit<ClamdPeer, 'url'> = {
    scanned: [],
    says: undefined,
    maxBytes: Number.POSITIVE_INFINITY,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    if (peer.says === 'hangup') socket.destroy();
    else readCommand(socket, peer).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(peer, { url: `clamd://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function readCommand(socket: Socket, peer: Omit<ClamdPeer, 'url'>): Promise<void> {
  let received = Buffer.alloc(0);
  const say = (text: string) => socket.end(`${text}\0`);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk]);
    if (received.equals(Buffer.from('zPING\0'))) return void (peer.says === 'silence' || say(peer.says ?? 'PONG'));
    const file = parseStream(received.subarray('zINSTREAM\0'.length));
    if (file.bytes.length > peer.maxBytes) return void say('INSTREAM size limit exceeded. ERROR');
    if (!file.isWhole) continue;
    peer.scanned.push(file.bytes);
    if (peer.says === 'silence') return;
    return void say(peer.says ?? (file.bytes.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'));
  }
}

function parseStream(received: Buffer): { bytes: Buffer; isWhole: boolean } {
  const parts: Buffer[] = [];
  let at = 0;
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(parts), isWhole: true };
    if (at + 4 + length > received.length) break;
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(parts), isWhole: false };
}
