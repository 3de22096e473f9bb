import { once } from 'node:events';
import net from 'node:net';
import { respondToParent } from './socket-child.ts';

/** Ten thousand readers that only count bytes, so that their own cost does not hide the server's. */
interface Opening {
  port: number;
  requests: { path: string; token: string }[];
}

const AT_ONCE = 64;
let sockets: net.Socket[] = [];
let heard = 0;

async function open({ port, path, token }: { port: number; path: string; token: string }): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nCookie: token=${token}\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(answer.toString());
  socket.on('data', (chunk) => {
    heard += chunk.length;
    // Only pings are two-byte frames; they are answered.
    if (chunk.length === 2 && chunk[0] === 0x89) socket.write(PONG);
  });
  sockets.push(socket);
}

const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

respondToParent({
  async open({ port, requests }: Opening) {
    const waiting = [...requests];
    const lane = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await open({ port, ...next });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return { open: sockets.length };
  },
  reset() {
    heard = 0;
    return {};
  },
  async until({ bytes }: { bytes: number }) {
    for (const deadline = Date.now() + 60_000; heard < bytes && Date.now() < deadline; )
      await new Promise((resolve) => setImmediate(resolve));
    return { heard, alive: sockets.filter((socket) => !socket.destroyed).length };
  },
  close() {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    return {};
  },
});
