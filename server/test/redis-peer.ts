import net from 'node:net';

/** A minimal Redis server with publish, subscribe and counting, without persistence. */
export interface RedisPeer {
  url: string;
  listeners(): number;
  /** Closes all connections and accepts no new ones, like a killed process. */
  kill(): Promise<void>;
  revive(): Promise<void>;
}

class Reader {
  #rest = Buffer.alloc(0);

  *take(chunk: Buffer): Generator<string[]> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const read = readCommand(this.#rest);
      if (read === undefined) return;
      this.#rest = this.#rest.subarray(read.length);
      yield read.words;
    }
  }
}

/** Parses `*2\r\n$4\r\nPING\r\n…`, an array of strings with lengths. Undefined while incomplete. */
function readCommand(bytes: Buffer): { words: string[]; length: number } | undefined {
  let at = 0;
  const line = (): string | undefined => {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const text = bytes.toString('utf8', at, end);
    at = end + 2;
    return text;
  };
  const head = line();
  if (head === undefined) return undefined;
  if (!head.startsWith('*')) throw new Error(`Not a command: ${head}`);
  const words: string[] = [];
  for (let i = Number(head.slice(1)); i > 0; i--) {
    const size = line();
    if (size === undefined) return undefined;
    const length = Number(size.slice(1));
    if (bytes.length < at + length + 2) return undefined;
    words.push(bytes.toString('utf8', at, at + length));
    at += length + 2;
  }
  return { words, length: at };
}

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const list = (...parts: string[]): string => `*${parts.length}\r\n${parts.join('')}`;

export async function startRedisPeer(): Promise<RedisPeer> {
  const connections = new Set<net.Socket>();
  const channels = new Map<string, Set<net.Socket>>();
  let port = 0;
  let server: net.Server;

  function answer(socket: net.Socket, [command = '', ...words]: string[]): string {
    const [first = '', second = ''] = words;
    switch (command.toUpperCase()) {
      case 'HELLO':
        return '-ERR unknown command `HELLO`\r\n';
      case 'INFO':
        return bulk('redis_version:7.0.0\r\nloading:0\r\n');
      case 'CLIENT':
      case 'SELECT':
        return '+OK\r\n';
      case 'PING':
        return isListening(socket) ? list(bulk('pong'), bulk(first)) : '+PONG\r\n';
      case 'SUBSCRIBE':
        channels.set(first, (channels.get(first) ?? new Set()).add(socket));
        return list(bulk('subscribe'), bulk(first), ':1\r\n');
      case 'UNSUBSCRIBE':
        channels.get(first)?.delete(socket);
        return list(bulk('unsubscribe'), bulk(first), ':0\r\n');
      case 'PUBLISH': {
        const heard = channels.get(first) ?? new Set();
        for (const other of heard) other.write(list(bulk('message'), bulk(first), bulk(second)));
        return `:${heard.size}\r\n`;
      }
      default:
        return `-ERR unknown command \`${command}\`\r\n`;
    }
  }

  const isListening = (socket: net.Socket): boolean => [...channels.values()].some((heard) => heard.has(socket));

  async function listen(): Promise<void> {
    server = net.createServer((socket) => {
      const reader = new Reader();
      connections.add(socket);
      socket.on('data', (chunk) => {
        for (const words of reader.take(Buffer.from(chunk))) socket.write(answer(socket, words));
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        connections.delete(socket);
        for (const heard of channels.values()) heard.delete(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as net.AddressInfo);
  }

  await listen();
  return {
    url: `redis://127.0.0.1:${port}`,
    listeners: () => [...channels.values()].reduce((sum, heard) => sum + heard.size, 0),
    async kill() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of connections) socket.resetAndDestroy();
      await closed;
    },
    revive: listen,
  };
}
