import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { respondToParent, usage } from './socket-child.ts';

/** Baseline: bare `ws` broadcasts each message to all others; the minimum delay until a message is seen. */
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    for (const other of sockets.clients) if (other !== socket) other.send(data, { binary: false });
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

respondToParent({ port: () => ({ port: (server.address() as AddressInfo).port }), usage });
