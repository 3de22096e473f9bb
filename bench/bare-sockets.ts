import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { respondToParent, usage } from './socket-child.ts';

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => socket.on('message', () => {}));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

respondToParent({
  port: () => ({ port: (server.address() as AddressInfo).port }),
  usage,
  broadcast({ texts }: { texts: string[] }) {
    for (const text of texts) for (const client of sockets.clients) client.send(text);
    return {};
  },
});
