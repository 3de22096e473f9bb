import { once } from 'node:events';
import net from 'node:net';
import type { Actor } from './world.ts';

/** A browser's end of a socket. */
export interface SocketClient {
  /** Everything it heard so far. */
  received: Record<string, unknown>[];
  /** Code and reason, once it is closed. */
  closed: Promise<{ code: number; reason: string }>;
  isOpen(): boolean;
  send(message: unknown): void;
  sendRaw(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}

interface OpenOptions {
  /** Rides in the cookie, as in a browser; null for nobody. */
  actor: Actor | null;
  headers?: Record<string, string>;
}

/** Open a socket and wait until it is open or refused. */
export async function openSocket(
  origin: string,
  path: string,
  { actor, headers = {} }: OpenOptions,
): Promise<SocketClient> {
  const cookie = actor === null ? {} : { cookie: `token=${actor.token}` };
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${path}`, { headers: { ...cookie, ...headers } });
  const heard: Record<string, unknown>[] = [];
  socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.onclose = ({ code, reason }) => resolve({ code, reason });
  });
  socket.onerror = () => {};
  const opened = new Promise<void>((resolve) => {
    socket.onopen = () => resolve();
  });
  await Promise.race([opened, closed]);
  return {
    received: heard,
    closed,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (message) => socket.send(JSON.stringify(message)),
    sendRaw: (data) => socket.send(data),
    close: () => socket.close(),
  };
}

/** Ask for a socket by hand: the answer's first line, and the connection, which nobody reads any more. */
export async function requestUpgrade(
  origin: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; connection: net.Socket }> {
  const { hostname, port, host } = new URL(origin);
  const connection = net.connect(Number(port), hostname);
  await once(connection, 'connect');
  const lines = {
    host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.write(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  const [answer] = (await once(connection, 'data')) as [Buffer];
  connection.pause();
  return { status: Number(answer.toString().split(' ', 2)[1]), connection };
}
