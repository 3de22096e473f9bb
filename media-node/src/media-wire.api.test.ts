import { createSocket } from 'node:dgram';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ClientOptions, MediaClient } from '../../server/test/media/media-client.ts';
import { type RunningMedia, runMedia } from '../../server/test/media/media-process.ts';

let media: RunningMedia;
let rooms = 0;
const clients: MediaClient[] = [];
beforeAll(async () => {
  media = await runMedia();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => media.close());

function open(): MediaClient {
  const client = new MediaClient(media.url);
  clients.push(client);
  return client;
}

const enter = (roomId: string, userId: number, options: ClientOptions): Promise<MediaClient> =>
  open().join(media.token({ roomId, userId }), options);

const HANDSHAKE = 22;
const ALERT = 21;
const HANDSHAKE_FAILURE = 40;
const CLIENT_HELLO = 1;
const SERVER_HELLO = 2;
const RECORD_HEADER = 13;
const HELLO_BODY = RECORD_HEADER + 12;
const USE_SRTP = 14;

const isHello = (packet: Buffer, type: number): boolean =>
  packet[0] === HANDSHAKE && packet[RECORD_HEADER] === type && packet.length > HELLO_BODY;

/** Where the list of cipher suites, or the chosen suite, of a hello begins. */
function ciphersStart(hello: Buffer): number {
  const session = HELLO_BODY + 2 + 32;
  const afterSession = session + 1 + hello.readUInt8(session);
  return hello[RECORD_HEADER] === SERVER_HELLO ? afterSession : afterSession + 1 + hello.readUInt8(afterSession);
}

function readHello(hello: Buffer): { ciphers: number[]; profiles: number[] } {
  const start = ciphersStart(hello);
  const isList = hello[RECORD_HEADER] === CLIENT_HELLO;
  const bytes = isList
    ? hello.subarray(start + 2, start + 2 + hello.readUInt16BE(start))
    : hello.subarray(start, start + 2);
  const compression = start + bytes.length + (isList ? 2 : 0);
  let at = compression + 1 + (isList ? hello.readUInt8(compression) : 0) + 2;
  let profiles: number[] = [];
  while (at + 4 <= hello.length) {
    const length = hello.readUInt16BE(at + 2);
    const body = hello.subarray(at + 4, at + 4 + length);
    if (hello.readUInt16BE(at) === USE_SRTP) profiles = numbersOf(body.subarray(2, 2 + body.readUInt16BE(0)));
    at += 4 + length;
  }
  return { ciphers: numbersOf(bytes), profiles };
}

const numbersOf = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2));

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** Suites of the registry of IANA with authenticated encryption: AES and ARIA in GCM, AES in CCM, ChaCha20-Poly1305. */
const AUTHENTICATED = new Set([
  ...range(0x9c, 0xa3),
  ...range(0xc02b, 0xc030),
  ...range(0xc050, 0xc061),
  ...range(0xc09c, 0xc0af),
  ...range(0xcca8, 0xccaa),
]);
/** Those of them with keys of one connection only: (EC)DHE. */
const NOT_EPHEMERAL = new Set([0x9c, 0x9d, 0xa0, 0xa1, 0xc050, 0xc051, 0xc09c, 0xc09d, 0xc0a0, 0xc0a1]);
const RENEGOTIATION_INFO = 0xff;
/** AES-128-CM with a full HMAC-SHA-1, and AES-GCM of both lengths. */
const PROFILES = [1, 7, 8];
/** AES-CBC and RC4 with HMAC. */
const WEAK = [0x2f, 0x35, 0xc009, 0xc00a, 0xc013, 0xc014, 0x04, 0x05];

test('DTLS offers and takes authenticated encryption alone, and SRTP profiles that authenticate', async () => {
  const hellos: Buffer[] = [];
  const onPacket = (packet: Buffer): void => {
    if (isHello(packet, CLIENT_HELLO) || isHello(packet, SERVER_HELLO)) hellos.push(Buffer.from(packet));
  };
  await enter('ciphers', 1, { onPacket });
  const [offered, taken] = [CLIENT_HELLO, SERVER_HELLO].map((type) => hellos.find((hello) => isHello(hello, type)));
  if (offered === undefined || taken === undefined) throw new Error('no handshake was seen');
  const { ciphers, profiles } = readHello(offered);
  expect(ciphers.length).toBeGreaterThan(5);
  expect(ciphers.filter((cipher) => cipher !== RENEGOTIATION_INFO && !AUTHENTICATED.has(cipher))).toEqual([]);
  expect(profiles.length).toBeGreaterThan(0);
  for (const profile of profiles) expect(PROFILES).toContain(profile);
  const agreed = readHello(taken);
  expect(agreed.ciphers.filter((cipher) => AUTHENTICATED.has(cipher) && !NOT_EPHEMERAL.has(cipher))).toHaveLength(1);
  expect(profiles).toContain(agreed.profiles[0]);
});

test('a handshake that knows older ciphers alone is refused', async () => {
  let isRefused = false;
  const onPacket = (packet: Buffer, to: 'node' | 'browser'): void => {
    if (to === 'node' && isHello(packet, CLIENT_HELLO)) {
      const start = ciphersStart(packet);
      for (let index = 0; index < packet.readUInt16BE(start) / 2; index++)
        packet.writeUInt16BE(WEAK[index % WEAK.length] ?? 0, start + 2 + index * 2);
    }
    isRefused ||= to === 'browser' && packet[0] === ALERT && packet[RECORD_HEADER + 1] === HANDSHAKE_FAILURE;
  };
  const client = open();
  void client.join(media.token({ roomId: 'weak', userId: 1 }), { onPacket, isActive: true });
  await client.until(() => isRefused, 'the handshake was not refused');
});

/** Anna, who receives, and Boris, whose datagrams are seen and can be forged. */
async function startPair(): Promise<{ anna: MediaClient; boris: MediaClient; sent: Buffer[] }> {
  rooms += 1;
  const sent: Buffer[] = [];
  const onPacket = (packet: Buffer, to: 'node' | 'browser'): void => {
    if (to === 'node' && isSrtp(packet)) sent.push(Buffer.from(packet));
  };
  const anna = await enter(`wire${rooms}`, 1, { sends: [] });
  const boris = await enter(`wire${rooms}`, 2, { onPacket });
  boris.play('2');
  await anna.until(() => wordsOf(anna).length > 20, 'nothing is received');
  return { anna, boris, sent };
}

const isSrtp = ([first = 0, second = 0]: Buffer): boolean =>
  first >= 128 && first < 192 && (second < 192 || second > 223);
const midsOf = (client: MediaClient): (string | null)[] =>
  client.slots.filter(({ user }) => user === 2).flatMap(({ audio_mid, video_mid }) => [audio_mid, video_mid]);
const wordsOf = (client: MediaClient): string[] => midsOf(client).flatMap((mid) => client.words(mid));

async function expectOnlyTheirs(anna: MediaClient): Promise<void> {
  const before = wordsOf(anna).length;
  await anna.until(() => wordsOf(anna).length > before + 60, 'nothing more is received');
  expect(wordsOf(anna).filter((words) => !/^2 (?:audio|video)/.test(words))).toEqual([]);
}

test('SRTP that was changed or made up reaches nobody, and what is genuine goes on', async () => {
  const { anna, boris, sent } = await startPair();
  for (const packet of sent.slice(-20)) {
    const changed = Buffer.from(packet);
    changed.writeUInt8(packet.readUInt8(packet.length - 12) ^ 1, packet.length - 12);
    const later = Buffer.from(packet);
    later.writeUInt16BE((packet.readUInt16BE(2) + 2000) & 0xffff, 2);
    const madeUp = Buffer.concat([packet.subarray(0, 12), Buffer.from('forged words of nobody'.padEnd(60))]);
    for (const forged of [changed, later, madeUp, packet]) boris.inject(forged);
  }
  await expectOnlyTheirs(anna);
});

test('malformed datagrams, of a participant or of a stranger, end neither the connection nor the node', async () => {
  const { anna, boris, sent } = await startPair();
  const [genuine = Buffer.alloc(100)] = sent.slice(-1);
  const alert = Buffer.from('15fefd00000000000000ff00020228', 'hex');
  const malformed = [
    ...range(0, genuine.length - 1).map((length) => genuine.subarray(0, length)),
    ...range(0, 255).map((first) => Buffer.alloc(40, first)),
    ...range(0, 255).map((second) => Buffer.from([0x80, second, ...genuine.subarray(2, 30)])),
    ...range(0, 15).map((count) => Buffer.concat([Buffer.from([0xb0 | count]), genuine.subarray(1)])),
    Buffer.concat([genuine, Buffer.alloc(8000, 0xff)]),
    alert,
  ];
  const stranger = createSocket('udp4');
  try {
    for (const packet of malformed) {
      boris.inject(packet);
      stranger.send(packet, media.port, '127.0.0.1');
    }
    await expectOnlyTheirs(anna);
  } finally {
    stranger.close();
  }
  expect(boris.closedWith).toBeUndefined();
  await enter('after', 3, { sends: [] });
  expect((await fetch(`http://${media.origin}/readyz`)).status).toBe(200);
});
