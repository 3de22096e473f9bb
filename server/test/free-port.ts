import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to sockets without one, which any other process may get at any time. */
const [FIRST, END] = [20_000, 32_000];
const HOST = '127.0.0.1';

/** Finds a port of loopback that nobody uses, neither by TCP nor, as media nodes do, by UDP. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(FIRST, END);
  return (await isFree(port)) ? port : findFreePort();
}

async function isFree(port: number): Promise<boolean> {
  const [server, socket] = [createServer(), createSocket('udp4')];
  try {
    server.listen(port, HOST);
    await once(server, 'listening');
    socket.bind(port, HOST);
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
    await new Promise<void>((resolve) => socket.close(resolve));
  }
}
