import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccessToken, TokenVerifier, WebhookEvent } from 'livekit-server-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../test/world.ts';
import type { MediaRoomEvent } from './media-rooms.public.ts';

const KEY = 'APIokolo';
const SECRET = 'a secret of LiveKit, for the tests and nobody else';
const ROOM = 'abcdefghijklmnopqrstuv';

interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}
const asked: Asked[] = [];
let status = 200;
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    asked.push({
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(parts).toString()),
    });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 200 ? '{}' : JSON.stringify({ code: 'not_found', msg: 'no such participant' }));
  });
});

let world: World;
const events: MediaRoomEvent[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  world = await createWorld({
    adjust: (config) => ({
      ...config,
      livekit: { url: `ws://127.0.0.1:${port}`, apiKey: KEY, apiSecret: SECRET },
    }),
  });
  world.services.mediaRooms.onEvent((event) => events.push(event));
});

afterAll(async () => {
  await world.close();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const signed = (text: string, secret = SECRET): string => createHmac('sha256', secret).update(text).digest('base64url');

function authorize(body: string, { secret = SECRET, issuer = KEY, seconds = 300 } = {}): string {
  const sha256 = createHash('sha256').update(body).digest('base64');
  const exp = Math.floor(Date.now() / 1000) + seconds;
  const head = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ iss: issuer, exp, nbf: exp - 600, sha256 })}`;
  return `${head}.${signed(head, secret)}`;
}

let told = 0;
function news(event: string, identity?: string, more: object = {}): string {
  told += 1;
  return JSON.stringify({
    event,
    id: `EV_${told}`,
    createdAt: String(Math.floor(Date.now() / 1000)),
    room: { sid: 'RM_1', name: ROOM },
    ...(identity !== undefined && { participant: { sid: `PA_${identity}`, identity } }),
    ...more,
  });
}

async function tell(body: string, authorization = authorize(body)): Promise<number> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/media/livekit',
    headers: { 'content-type': 'application/webhook+json', authorization },
    payload: body,
  });
  return answer.statusCode;
}

test('a token opens one room to one person for five minutes, with what they may do there and nothing else', async () => {
  const { mediaRooms } = world.services;
  const seat = await mediaRooms.createJoinToken({ id: ROOM, kind: 'call' }, 7, 'publish');
  expect(seat).toMatchObject({ engine: 'livekit', url: expect.stringMatching(/^ws:\/\/127/) });
  const [head, body, signature] = seat.token.split('.');
  expect(signed(`${head}.${body}`)).toBe(signature);
  expect(await new TokenVerifier(KEY, SECRET).verify(seat.token)).toEqual(claimsOf(seat.token));
  await expect(new TokenVerifier(KEY, `${SECRET}.`).verify(seat.token)).rejects.toThrow('signature');
  const { exp, nbf, ...claims } = claimsOf(seat.token);
  expect(Number(exp) - Date.now() / 1000).toBeGreaterThan(290);
  expect(Number(exp) - Date.now() / 1000).toBeLessThanOrEqual(300);
  expect(claims).toEqual({
    iss: KEY,
    sub: '7',
    video: {
      roomJoin: true,
      room: ROOM,
      canSubscribe: true,
      canPublish: true,
      canPublishSources: ['camera', 'microphone', 'screen_share', 'screen_share_audio'],
      canPublishData: false,
      canUpdateOwnMetadata: true,
    },
    roomConfig: expect.objectContaining({ name: ROOM, emptyTimeout: 10, departureTimeout: 10, maxParticipants: 8 }),
  });
  const viewer = claimsOf((await mediaRooms.createJoinToken({ id: ROOM, kind: 'stream' }, 8, 'view')).token);
  expect(viewer).toMatchObject({
    sub: '8',
    video: { room: ROOM, canPublish: false, canPublishSources: [], canPublishData: false, canUpdateOwnMetadata: false },
    roomConfig: { name: ROOM, emptyTimeout: 10, departureTimeout: 10 },
  });
});

test('who is shown out is asked of LiveKit, with a right to that room alone, and the token opens nothing any more', async () => {
  const { mediaRooms } = world.services;
  asked.length = 0;
  mediaRooms.removeParticipant(ROOM, 7);
  await expect.poll(() => asked.length).toBe(1);
  mediaRooms.end(ROOM);
  await expect.poll(() => asked.length).toBe(2);
  const [dropped, ended] = asked;
  expect(dropped?.path).toBe('/twirp/livekit.RoomService/RemoveParticipant');
  expect(dropped?.body).toMatchObject({ room: ROOM, identity: '7' });
  const { revokeTokenTs } = { revokeTokenTs: '', ...(dropped?.body as object) };
  expect(Number(revokeTokenTs) * 1000).toBeGreaterThan(Date.now() - 60_000);
  expect(claimsOf(dropped?.headers.authorization?.slice('Bearer '.length) ?? '').video).toEqual({
    roomAdmin: true,
    room: ROOM,
  });
  expect(ended).toMatchObject({ path: '/twirp/livekit.RoomService/DeleteRoom', body: { room: ROOM } });
  expect(claimsOf(ended?.headers.authorization?.slice('Bearer '.length) ?? '').video).toEqual({ roomCreate: true });
  status = 404;
  mediaRooms.removeParticipant(ROOM, 9);
  await expect.poll(() => asked.length).toBe(3);
  status = 200;
});

test('what LiveKit tells becomes the same news as that of our own nodes', async () => {
  events.length = 0;
  expect(await tell(news('participant_joined', '7'))).toBe(200);
  expect(await tell(news('track_published', '7'))).toBe(200);
  expect(await tell(news('participant_left', '7'))).toBe(200);
  expect(await tell(news('participant_joined', 'an agent'))).toBe(200);
  expect(await tell(news('room_finished'))).toBe(200);
  expect(events).toEqual([
    { type: 'person_connected', roomId: ROOM, userId: 7 },
    { type: 'person_lost', roomId: ROOM, userId: 7 },
    { type: 'room_empty', roomId: ROOM },
  ]);
});

test('news are taken as LiveKit’s own libraries write and sign them', async () => {
  events.length = 0;
  const joined = new WebhookEvent({
    id: 'EV_own',
    createdAt: BigInt(Math.floor(Date.now() / 1000)),
    room: { sid: 'RM_1', name: ROOM },
    participant: { sid: 'PA_12', identity: '12' },
  });
  // The class empties what its constructor was given.
  joined.event = 'participant_joined';
  const body = joined.toJsonString();
  const token = new AccessToken(KEY, SECRET, { ttl: 300 });
  token.sha256 = createHash('sha256').update(body).digest('base64');
  expect(await tell(body, await token.toJwt())).toBe(200);
  expect(events).toEqual([{ type: 'person_connected', roomId: ROOM, userId: 12 }]);
});

test('the end of a page that another one replaced is nobody leaving', async () => {
  events.length = 0;
  const page = (sid: string): object => ({ participant: { sid, identity: '7' } });
  for (const [event, sid] of [
    ['participant_joined', 'PA_1'],
    ['participant_joined', 'PA_2'],
    ['participant_left', 'PA_1'],
  ] as const)
    await tell(news(event, undefined, page(sid)));
  expect(events.map(({ type }) => type)).toEqual(['person_connected', 'person_connected']);
  await tell(news('participant_left', undefined, page('PA_2')));
  expect(events.at(-1)).toEqual({ type: 'person_lost', roomId: ROOM, userId: 7 });
});

test('forged, changed, outdated and repeated news change nothing', async () => {
  events.length = 0;
  const body = news('participant_left', '7');
  expect(await tell(body, authorize(body, { secret: 'another secret, of whoever tries' }))).toBe(403);
  expect(await tell(body, authorize(body, { issuer: 'APIsomebody' }))).toBe(403);
  expect(await tell(body, authorize(body, { seconds: -400 }))).toBe(403);
  expect(await tell(body, authorize(news('room_finished')))).toBe(403);
  expect(await tell(body, '')).toBe(403);
  expect(await tell(body, `${base64({ alg: 'none' })}.${base64({ iss: KEY })}.`)).toBe(403);
  expect(await tell('not json', authorize('not json'))).toBe(403);
  const old = news('participant_left', '7', { createdAt: String(Math.floor(Date.now() / 1000) - 3600) });
  expect(await tell(old)).toBe(200);
  expect(events).toEqual([]);

  const joined = news('participant_joined', '7');
  expect(await Promise.all(Array.from({ length: 20 }, () => tell(joined)))).toEqual(Array(20).fill(200));
  expect(events).toEqual([{ type: 'person_connected', roomId: ROOM, userId: 7 }]);
});

test('without LiveKit there is no address for its news', async () => {
  const plain = await createWorld();
  const answer = await plain.app.inject({ method: 'POST', url: '/api/media/livekit', payload: '{}' });
  expect(answer.statusCode).toBe(404);
  await plain.close();
});
