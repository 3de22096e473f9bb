import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { streamsApi } from '@app/contract/live/streams';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { generateClip } from '../../../test/clip.ts';
import { IngestClient } from '../../../test/media/ingest-client.ts';
import { MEDIA_SECRET, type RunningMedia, runMedia } from '../../../test/media/media-process.ts';
import { listen } from '../../../test/nodes.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { formatResource, parseResource } from './resource-name.ts';

let folder: string;
let media: RunningMedia;
let world: World;
let origin: string;
let owner: Actor;
let key: string;
let leave: () => void;
const programs: IngestClient[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-programs-'));
  media = await runMedia(folder);
  world = await createWorld({ environment: { MEDIA_PORT: String(media.port), MEDIA_SECRET } });
  origin = await listen(world.app);
  leave = await world.services.mediaRooms.watch();
  owner = await world.user();
  key = (await world.call(owner, streamsApi.createKey)).body.key;
  await vi.waitFor(() => expect(world.services.mediaRooms.isUp()).toBe(true), 20_000);
}, 60_000);
afterEach(() => {
  for (const program of programs.splice(0)) program.close();
});
afterAll(async () => {
  leave();
  await media.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

function program(): IngestClient {
  const client = new IngestClient();
  programs.push(client);
  return client;
}

const stateOf = async (id: number) =>
  (await world.call(owner, streamsApi.get, { body: { stream_id: id } })).body.stream?.state;

test('a program sends into its owner’s stream, players watch it, and it ends when the program says so', async () => {
  const { stream_id: id } = (
    await world.call(owner, streamsApi.add, { body: { theme: 'Из студии', source: 'whip', audience: 'all' } })
  ).body;
  const sender = await program().offer(`${origin}/whip`, key, 'SendOnly');
  expect(sender.status).toBe(201);
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('live'), { timeout: 10_000, interval: 50 });

  const [guest, member] = await Promise.all([
    program().offer(`${origin}/whep/${id}`, undefined, 'RecvOnly'),
    program().offer(`${origin}/whep/${id}`, (await world.user()).token, 'RecvOnly'),
  ]);
  await sender.play(await generateClip({ codec: 'h264', seconds: 2 }));
  for (const { received } of [guest, member]) {
    expect(received.audio).toBeGreaterThan(50);
    expect(received.video).toBeGreaterThan(40);
  }
  expect(await guest.leave()).toBe(200);
  expect(await guest.leave()).toBe(404);
  const before = guest.received.audio;

  expect((await fetch(sender.location, { method: 'PATCH' })).status).toBe(405);
  expect(await sender.leave()).toBe(200);
  await expect.poll(() => stateOf(id)).toBe('ended');
  expect(await sender.leave()).toBe(404);
  expect(guest.received.audio).toBe(before);
}, 60_000);

test('a program that lost its connection takes its place again, and one stream goes on', async () => {
  const first = await program().offer(`${origin}/whip`, key, 'SendOnly');
  const second = await program().offer(`${origin}/whip`, key, 'SendOnly');
  expect([first.status, second.status]).toEqual([201, 201]);
  const idOf = ({ location }: IngestClient) => location.split('/').at(-1)?.split('.')[0];
  expect(idOf(second)).toBe(idOf(first));
  expect(await first.leave()).toBe(404);
  expect(await second.leave()).toBe(200);
}, 30_000);

test('whoever has no key, no offer or no right is told so, and opens nothing', async () => {
  const post = (url: string, body: string, headers: Record<string, string>) =>
    fetch(`${origin}${url}`, { method: 'POST', body, headers });
  const sdp = { 'content-type': 'application/sdp' };
  const keyed = { authorization: `Bearer ${key}` };
  const none = await post('/whip', 'v=0', sdp);
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect((await post('/whip', 'v=0', { ...sdp, authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await post('/whip', '{}', { ...keyed, 'content-type': 'application/json' })).status).toBe(415);
  expect((await post('/whip', 'v=0 nonsense', { ...sdp, ...keyed })).status).toBe(400);
  expect((await post('/whip', 'x'.repeat(70_000), { ...sdp, ...keyed })).status).toBe(413);
  expect((await post('/whep/100000000000001', 'v=0', sdp)).status).toBe(404);
  expect((await post('/whep/nothing', 'v=0', sdp)).status).toBe(404);
  expect((await fetch(`${origin}/whip/1.2.3.4`, { method: 'DELETE' })).status).toBe(404);

  const { stream_id: id } = (
    await world.call(owner, streamsApi.add, { body: { theme: 'Для себя', source: 'whip', audience: 'me' } })
  ).body;
  const stranger = await program().offer(`${origin}/whep/${id}`, (await world.user()).token, 'RecvOnly');
  const guest = await program().offer(`${origin}/whep/${id}`, undefined, 'RecvOnly');
  expect([stranger.status, guest.status]).toEqual([404, 404]);
}, 30_000);

test('an offer that lacks a line is refused with the name of the line', async () => {
  const media = 'm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:0\r\na=sendonly\r\na=rtpmap:96 VP8/90000\r\n';
  const response = await fetch(`${origin}/whip`, {
    method: 'POST',
    body: `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n${media}`,
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'invalid_input',
    message: 'Предложение SDP не принято: no line a=ssrc under m=video 9 UDP/TLS/RTP/SAVPF 96 (a=mid:0)',
  });
}, 30_000);

test('pages of other sites may ask how to send and watch, and never do so by a cookie', async () => {
  const elsewhere = { origin: 'https://player.example', 'sec-fetch-site': 'cross-site' };
  for (const [path, methods] of [
    ['/whip', 'POST, OPTIONS'],
    ['/whep', 'OPTIONS'],
    ['/whep/5', 'POST, OPTIONS'],
    ['/whep/5/name', 'DELETE, OPTIONS'],
  ]) {
    const preflight = await fetch(`${origin}${path}`, { method: 'OPTIONS', headers: elsewhere });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'Authorization, Content-Type',
      'accept-post': 'application/sdp',
    });
    const read = await fetch(`${origin}${path}`);
    expect([read.status, read.headers.get('allow')]).toEqual([405, methods]);
  }
  const watch = async (stream: number, headers: Record<string, string>) => {
    const sdp = { 'content-type': 'application/sdp' };
    const url = `${origin}/whep/${stream}`;
    const { status, headers: sent } = await fetch(url, {
      method: 'POST',
      body: 'v=0',
      headers: { ...sdp, ...headers },
    });
    return [status, sent.get('access-control-allow-origin')];
  };
  const add = async (audience: 'all' | 'me') =>
    (await world.call(owner, streamsApi.add, { body: { theme: 'Для себя', source: 'whip', audience } })).body.stream_id;
  const own = await add('me');
  const cookie = `token=${owner.token}`;
  expect(await watch(own, { cookie, ...elsewhere })).toEqual([404, '*']);
  expect(await watch(own, { cookie, 'sec-fetch-site': 'same-origin' })).toEqual([400, '*']);
  expect(await watch(own, { authorization: `Bearer ${owner.token}`, ...elsewhere })).toEqual([400, '*']);
}, 30_000);

test('the name of a stream that a program made is good for that one only', () => {
  const resource = { streamId: 5, userId: 7, peerId: '0-abcdefghijklmnopqrstuv' };
  const name = formatResource('secret', resource);
  expect(parseResource('secret', name)).toEqual(resource);
  expect(parseResource('secret', name.replace(/^5/, '6'))).toBeUndefined();
  expect(parseResource('other', name)).toBeUndefined();
});
