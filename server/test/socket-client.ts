import { once } from 'node:events';
import net from 'node:net';
import type { Actor } from './world.ts';

export interface SocketClient {
  received: Record<string, unknown>[];
  closed: Promise<{ code: number; reason: string }>;
  isOpen(): boolean;
  send(message: unknown): void;
  sendRaw(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}

interface OpenOptions {
  /** Sent in the cookie, as in a browser; null: anonymous. */
  actor: Actor | null;
  headers?: Record<string, string>;
}

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
  const greeted = new Promise<void>((resolve) => socket.addEventListener('message', () => resolve(), { once: true }));
  await Promise.race([opened, closed]);
  // To whoever asks for events, those are sent that come after the first frame.
  if (path.startsWith('/ws/notifications/') && path.includes('after=')) await Promise.race([greeted, closed]);
  return {
    received: heard,
    closed,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (message) => socket.send(JSON.stringify(message)),
    sendRaw: (data) => socket.send(data),
    close: () => socket.close(),
  };
}

/** Requests an upgrade by hand; returns the status line and the connection, which is not read any more. */
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
