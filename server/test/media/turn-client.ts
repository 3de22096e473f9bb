import { createHash, createHmac, randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import type { IceServer } from '@app/contract/live/media-room';

/** STUN and TURN as far as the tests of a relay need them: RFC 8489 and RFC 8656. */
const COOKIE = 0x2112a442;
const METHODS = { allocate: 0x003, permission: 0x008, send: 0x016, data: 0x017 } as const;
const ATTRIBUTES = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  peer: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  transport: 0x0019,
} as const;
const UDP = Buffer.from([17, 0, 0, 0]);

type Attribute = keyof typeof ATTRIBUTES;
type Attributes = Partial<Record<Attribute, Buffer>>;

interface Heard {
  type: number;
  transaction: string;
  attributes: Attributes;
}

export class TurnClient {
  readonly #socket: dgram.Socket;
  readonly #port: number;
  readonly #credentials: Pick<IceServer, 'username' | 'credential'>;
  readonly #waiting = new Map<string, (heard: Heard) => void>();
  #realm: Buffer | undefined;
  #nonce: Buffer | undefined;
  readonly received: string[] = [];

  private constructor(socket: dgram.Socket, port: number, credentials: Pick<IceServer, 'username' | 'credential'>) {
    this.#socket = socket;
    this.#port = port;
    this.#credentials = credentials;
    socket.on('message', (message) => this.#hear(message));
  }

  static async open(port: number, credentials: Pick<IceServer, 'username' | 'credential'>): Promise<TurnClient> {
    const socket = dgram.createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new TurnClient(socket, port, credentials);
  }

  async allocate(): Promise<{ host: string; port: number } | number> {
    const wish = { transport: UDP };
    let answer = await this.#ask('allocate', wish);
    if (codeOf(answer) === 401 && this.#nonce === undefined) {
      this.#realm = answer.attributes.realm;
      this.#nonce = answer.attributes.nonce;
      answer = await this.#ask('allocate', wish);
    }
    return codeOf(answer) ?? readAddress(answer.attributes.relayed);
  }

  /** Installs a permission for a peer. Returns 0 or the error code. */
  async permit(host: string, port: number): Promise<number> {
    return codeOf(await this.#ask('permission', { peer: writeAddress(host, port) })) ?? 0;
  }

  send(host: string, port: number, text: string): void {
    const type = typeOf('send', 1);
    const message = write(type, randomBytes(12), { peer: writeAddress(host, port), data: Buffer.from(text) });
    this.#socket.send(message, this.#port, '127.0.0.1');
  }

  close(): void {
    this.#socket.close();
  }

  async #ask(method: keyof typeof METHODS, attributes: Attributes): Promise<Heard> {
    const transaction = randomBytes(12);
    const { username = '', credential = '' } = this.#credentials;
    let message: Buffer;
    if (this.#realm === undefined || this.#nonce === undefined) {
      message = write(typeOf(method, 0), transaction, attributes);
    } else {
      const key = createHash('md5').update(`${username}:${this.#realm}:${credential}`).digest();
      const named = { ...attributes, username: Buffer.from(username), realm: this.#realm, nonce: this.#nonce };
      message = write(typeOf(method, 0), transaction, named, key);
    }
    const answer = new Promise<Heard>((resolve) => this.#waiting.set(transaction.toString('hex'), resolve));
    // UDP packets may be lost, also locally.
    const again = setInterval(() => this.#socket.send(message, this.#port, '127.0.0.1'), 500);
    this.#socket.send(message, this.#port, '127.0.0.1');
    return answer.finally(() => clearInterval(again));
  }

  #hear(message: Buffer): void {
    const heard = read(message);
    if (heard.type === typeOf('data', 1)) this.received.push(heard.attributes.data?.toString() ?? '');
    this.#waiting.get(heard.transaction)?.(heard);
    this.#waiting.delete(heard.transaction);
  }
}

/** `kind`: 0 a request, 1 an indication, 2 success, 3 an error. */
function typeOf(method: keyof typeof METHODS, kind: 0 | 1 | 2 | 3): number {
  return METHODS[method] | ((kind & 1) << 4) | ((kind & 2) << 7);
}

function codeOf({ attributes: { error } }: Heard): number | undefined {
  return error === undefined ? undefined : (error[2] ?? 0) * 100 + (error[3] ?? 0);
}

function writeAddress(host: string, port: number): Buffer {
  const value = Buffer.alloc(8);
  value[1] = 1;
  value.writeUInt16BE(port ^ (COOKIE >>> 16), 2);
  const address = Buffer.from(host.split('.').map(Number)).readUInt32BE();
  value.writeUInt32BE((address ^ COOKIE) >>> 0, 4);
  return value;
}

function readAddress(value: Buffer = Buffer.alloc(8)): { host: string; port: number } {
  const address = Buffer.alloc(4);
  address.writeUInt32BE((value.readUInt32BE(4) ^ COOKIE) >>> 0);
  return { host: [...address].join('.'), port: value.readUInt16BE(2) ^ (COOKIE >>> 16) };
}

function attribute(name: Attribute, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(ATTRIBUTES[name]);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function write(type: number, transaction: Buffer, attributes: Attributes, key?: Buffer): Buffer {
  const body = Buffer.concat(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : attribute(name as Attribute, value),
    ),
  );
  const head = Buffer.alloc(20);
  head.writeUInt16BE(type);
  head.writeUInt16BE(body.length + (key === undefined ? 0 : 24), 2);
  head.writeUInt32BE(COOKIE, 4);
  transaction.copy(head, 8);
  const message = Buffer.concat([head, body]);
  if (key === undefined) return message;
  return Buffer.concat([message, attribute('integrity', createHmac('sha1', key).update(message).digest())]);
}

function read(message: Buffer): Heard {
  const attributes: Attributes = {};
  const names = Object.entries(ATTRIBUTES) as [Attribute, number][];
  for (let at = 20; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    const [name] = names.find(([, number]) => number === message.readUInt16BE(at)) ?? [];
    if (name !== undefined) attributes[name] = message.subarray(at + 4, at + 4 + length);
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return { type: message.readUInt16BE(), transaction: message.subarray(8, 20).toString('hex'), attributes };
}
