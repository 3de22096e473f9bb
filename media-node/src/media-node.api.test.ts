import type { MediaServerMessage } from '@app/contract/live/media-room';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type ClientOptions, MediaClient } from '../../server/test/media/media-client.ts';
import { type RunningMedia, runMedia } from '../../server/test/media/media-process.ts';
import { rounds } from '../../server/test/rounds.ts';
import { signJoinToken } from './join-token.ts';

let media: RunningMedia;
let rooms = 0;
const clients: MediaClient[] = [];

beforeAll(async () => {
  media = await runMedia();
});
afterAll(() => media.close());
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

function newRoom(): string {
  rooms += 1;
  return `room${rooms}`;
}

function open(headers?: Record<string, string>): MediaClient {
  const client = new MediaClient(media.url, headers);
  clients.push(client);
  return client;
}

async function join(roomId: string, userId: number, options?: ClientOptions): Promise<MediaClient> {
  const client = await open().join(media.token({ roomId, userId }), options);
  client.play(`${userId}`);
  return client;
}

const slotOf = (client: MediaClient, user: number, kind = 'person') =>
  client.slots.find((slot) => slot.user === user && slot.kind === kind);

function lastWords(client: MediaClient, user: number, by: 'audio' | 'video', kind = 'person'): string {
  const slot = slotOf(client, user, kind);
  return (client.words((by === 'audio' ? slot?.audio_mid : slot?.video_mid) ?? null).at(-1) ?? '').trim();
}

const sees = (client: MediaClient, user: number): Promise<void> =>
  client.until(
    () =>
      lastWords(client, user, 'video').startsWith(`${user} video`) &&
      lastWords(client, user, 'audio').startsWith(`${user} audio`),
    `${user} is not seen`,
  );

test('two people see and hear each other', async () => {
  const room = newRoom();
  const [anna, boris] = await Promise.all([join(room, 1), join(room, 2)]);
  await Promise.all([sees(anna, 2), sees(boris, 1)]);
  expect(anna.words(slotOf(anna, 2)?.video_mid ?? null)[0]).toMatch(/^2 video key/);
  const { people } = await anna.hear('people', (heard) => heard.people.every(({ audio, video }) => audio && video));
  expect(people.map(({ user }) => user).sort()).toEqual([1, 2]);
  await anna.until(() => (anna.sent.get('video')?.bitsPerSecond ?? 0) > 0, 'no bandwidth');
});

test('four people see each other, and places are given anew when people leave and come', async () => {
  const room = newRoom();
  const everybody = await Promise.all([1, 2, 3, 4].map((user) => join(room, user)));
  await Promise.all(
    everybody.flatMap((one, me) => [1, 2, 3, 4].filter((user) => user !== me + 1).map((user) => sees(one, user))),
  );
  const [anna, boris] = everybody as [MediaClient, MediaClient, MediaClient, MediaClient];
  const placeOfThree = slotOf(anna, 3)?.video_mid;
  const placeOfTwo = slotOf(anna, 2)?.video_mid;

  await boris.say({ type: 'leave' });
  await anna.until(() => slotOf(anna, 2) === undefined, 'who left is still there');
  expect(slotOf(anna, 3)?.video_mid).toBe(placeOfThree);

  await join(room, 5);
  await sees(anna, 5);
  expect(slotOf(anna, 5)?.video_mid).toBe(placeOfTwo);
  // The browser receives one continuous stream, whoever is shown.
  expect(anna.received.get(placeOfTwo ?? '')?.ssrcs.size).toBe(1);
});

test('a numbering without holes and doubles goes on when a place changes hands', async () => {
  const room = newRoom();
  const anna = await join(room, 1, { sends: [], slots: 1 });
  const boris = await join(room, 2);
  await sees(anna, 2);
  await boris.say({ type: 'leave' });
  await join(room, 3);
  await sees(anna, 3);
  const numbers = [...(anna.received.get('v0')?.words.keys() ?? [])];
  for (const [index, number] of numbers.entries()) {
    if (index > 0) expect((number - (numbers[index - 1] ?? 0)) & 0xffff).toBe(1);
  }
});

test('who wishes a smaller picture gets it from the next keyframe on, and the large one again', async () => {
  const room = newRoom();
  const anna = await join(room, 1, { sends: ['audio'] });
  await join(room, 2, { sends: ['audio', 'video', 'video_low'] });
  await sees(anna, 2);
  expect(lastWords(anna, 2, 'video')).toMatch(/^2 video (key|delta)/);
  const words = (): string[] => anna.words(slotOf(anna, 2)?.video_mid ?? null).map((each) => each.trim());

  await anna.say({ type: 'layer', user: 2, layer: 'low' });
  await anna.until(() => lastWords(anna, 2, 'video').startsWith('2 video_low'), 'the small picture did not come');
  expect(words().find((each) => each.startsWith('2 video_low'))).toBe('2 video_low key');

  await anna.say({ type: 'layer', user: '*', layer: 'high' });
  await anna.until(() => lastWords(anna, 2, 'video').startsWith('2 video '), 'the large picture did not come');

  await anna.say({ type: 'layer', user: '*', layer: 'off' });
  const sound = (): number => anna.words(slotOf(anna, 2)?.audio_mid ?? null).length;
  // The request and the media use different paths: audio sent afterwards proves that earlier packets have arrived.
  const before = sound();
  await anna.until(() => sound() > before + 20, 'no sound');
  const pictures = words().length;
  const then = sound();
  await anna.until(() => sound() > then + 20, 'no sound');
  expect(words().length).toBe(pictures);
});

test('a screen and its sound have a place of their own, for as long as they are shown', async () => {
  const room = newRoom();
  const anna = await join(room, 1);
  const boris = await join(room, 2, { sends: ['audio', 'video', 'screen', 'screen_audio'] });
  await anna.until(() => lastWords(anna, 2, 'video', 'screen').startsWith('2 screen '), 'the screen is not seen');
  await anna.until(() => lastWords(anna, 2, 'audio', 'screen').startsWith('2 screen_audio'), 'it is not heard');
  await sees(anna, 2);
  await boris.say({ type: 'mute', kind: 'screen', muted: true });
  await anna.until(() => slotOf(anna, 2, 'screen') === undefined, 'the screen is still there');
  await anna.hear('people', ({ people }) => people.some(({ user, screen }) => user === 2 && screen === 0));
});

test('what gets lost on the way to a person or from them is sent again: 5 % leave no hole', {
  tags: ['long'],
}, async () => {
  const room = newRoom();
  const [anna, boris] = await Promise.all([join(room, 1, { losesComing: 0.05 }), join(room, 2, { losesGoing: 0.05 })]);
  await sees(anna, 2);
  const received = anna.received.get(slotOf(anna, 2)?.video_mid ?? '');
  if (received === undefined) throw new Error('no place');
  await anna.until(() => received.words.size > 300, 'few packets');
  expect(Math.min(anna.dropped, boris.dropped)).toBeGreaterThan(10);
  const holes = (): number => {
    const numbers = [...received.words.keys()];
    const [first = 0] = numbers;
    const steps = numbers.map((number) => (number - first + 0x8000) & 0xffff).sort((one, other) => one - other);
    const settled = steps.slice(0, 280);
    return (settled.at(-1) ?? 0) - (settled[0] ?? 0) + 1 - settled.length;
  };
  await anna.until(() => holes() === 0, 'holes stay');
});

test('however many people want a keyframe, the publisher is asked a few times', async () => {
  const room = newRoom();
  const boris = await join(room, 2);
  const others = await Promise.all([3, 4, 5, 6, 7, 8].map((user) => join(room, user, { sends: [] })));
  await Promise.all(others.map((one) => sees(one, 2)));
  const asked = boris.sent.get('video')?.keyframesAsked ?? 0;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(10);
});

test('who speaks is told', async () => {
  const room = newRoom();
  const [anna, boris] = await Promise.all([join(room, 1), join(room, 2)]);
  const { speakers } = await anna.hear('speakers', (heard) => heard.speakers.length === 2);
  expect(speakers[0]?.level).toBeCloseTo(0.6, 1);
  await boris.say({ type: 'mute', kind: 'audio', muted: true });
  await anna.hear('speakers', (heard) => heard.speakers.length === 1 && heard.speakers[0]?.user === 1);
});

test('a connection that carries less than is sent gets the small picture and is told so, and the large one once there is room', {
  tags: ['long'],
}, async () => {
  const room = newRoom();
  const anna = await join(room, 1, { sends: ['audio'] });
  await join(room, 2, { sends: ['audio', 'video', 'video_low'] });
  await sees(anna, 2);
  const place = slotOf(anna, 2)?.video_mid ?? '';
  const poor = setInterval(() => anna.report(place, { lost: 0, bitsPerSecond: 20_000 }), 200);
  await anna.until(() => lastWords(anna, 2, 'video').startsWith('2 video_low'), 'the large picture goes on');
  await anna.hear('bandwidth', ({ kbps, lowered }) => kbps === 20 && lowered);
  clearInterval(poor);
  const good = setInterval(() => anna.report(place, { lost: 0, bitsPerSecond: 9_000_000 }), 50);
  await anna.until(() => lastWords(anna, 2, 'video').startsWith('2 video '), 'the small picture goes on');
  await anna.hear('bandwidth', ({ kbps, lowered }) => kbps > 2000 && !lowered);
  clearInterval(good);
});

test('a connection that loses a lot gets the small picture', async () => {
  const room = newRoom();
  const anna = await join(room, 1, { sends: ['audio'] });
  await join(room, 2, { sends: ['audio', 'video', 'video_low'] });
  await sees(anna, 2);
  const poor = setInterval(() => anna.report(slotOf(anna, 2)?.video_mid ?? '', { lost: 0.3 }), 100);
  await anna.until(() => lastWords(anna, 2, 'video').startsWith('2 video_low'), 'the large picture goes on');
  clearInterval(poor);
});

test('a raised hand and a muted camera are seen by everybody', async () => {
  const room = newRoom();
  const [anna, boris] = await Promise.all([join(room, 1), join(room, 2)]);
  await boris.say({ type: 'hand', raised: true });
  await boris.say({ type: 'mute', kind: 'video', muted: true });
  const { people } = await anna.hear('people', (heard) => heard.people.some(({ hand, video }) => hand === 1 && !video));
  expect(people.find(({ user }) => user === 2)).toEqual({ user: 2, audio: 1, video: 0, screen: 0, hand: 1 });
});

test('the same person on another page takes the place over, and everybody goes on seeing them in the same place', async () => {
  const room = newRoom();
  const [anna, old] = await Promise.all([join(room, 1), join(room, 2)]);
  await sees(anna, 2);
  const place = slotOf(anna, 2)?.video_mid;
  const young = await open().join(media.token({ roomId: room, userId: 2 }));
  expect(await old.hear('end')).toEqual({ type: 'end', reason: 'elsewhere' });
  old.close();
  young.play('2 again');
  await anna.until(() => lastWords(anna, 2, 'video').startsWith('2 again'), 'the new page is not seen');
  expect(slotOf(anna, 2)?.video_mid).toBe(place);
  await sees(young, 1);
});

test('another offer by the same socket is another connection for the same place', async () => {
  const room = newRoom();
  const [anna, boris] = await Promise.all([join(room, 1), join(room, 2)]);
  await sees(anna, 2);
  await boris.connect();
  await sees(boris, 1);
  const before = anna.words(slotOf(anna, 2)?.video_mid ?? null).length;
  await anna.until(
    () => anna.words(slotOf(anna, 2)?.video_mid ?? null).length > before + 30,
    'the picture stands still',
  );
});

test('who only looks on sends nothing', async () => {
  const room = newRoom();
  const stream = { roomId: room, kind: 'stream' as const };
  const author = await open().join(media.token({ ...stream, userId: 1 }), { sends: ['audio', 'video'], slots: 0 });
  author.play('1');
  const viewer = await open().join(media.token({ ...stream, userId: 2, may: 'view' }), { sends: [], slots: 2 });
  await sees(viewer, 1);
  expect(await viewer.hear('people')).toEqual({
    type: 'people',
    people: [{ user: 1, audio: 1, video: 1, screen: 0, hand: 0 }],
  });
  const other = open();
  await other.say({ type: 'enter', token: media.token({ ...stream, userId: 3, may: 'view' }) });
  await other.hear('entered');
  const { sdp } = await offerOf(['audio']);
  await other.say({
    type: 'offer',
    id: 1,
    sdp,
    sends: [{ mid: '0', kind: 'audio' }],
    on: { audio: true, video: false, screen: false },
  });
  expect(await other.hear('refused')).toEqual({ type: 'refused', code: 'may_not_publish' });
});

async function offerOf(sends: NonNullable<ClientOptions['sends']>): Promise<{ sdp: string }> {
  const { Audio, PeerConnection } = await import('node-datachannel');
  const peer = new PeerConnection('offers', {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  const audio = new Audio('0', 'SendOnly');
  audio.addOpusCodec(111);
  audio.addSSRC(42, sends[0]);
  const track = peer.addTrack(audio);
  peer.setLocalDescription('offer');
  const sdp = peer.localDescription()?.sdp ?? '';
  track.close();
  peer.close();
  return { sdp };
}

test.each([
  [
    'forged',
    (room: string) =>
      signJoinToken('another secret', {
        roomId: room,
        kind: 'call',
        userId: 1,
        may: 'publish',
        expiresAt: new Date(Date.now() + 60_000),
      }),
    'bad_token',
  ],
  [
    'too old',
    (room: string) => media.token({ roomId: room, userId: 1, expiresAt: new Date(Date.now() - 1000) }),
    'token_expired',
  ],
  [
    'of another room',
    (room: string) => media.token({ roomId: 'another', userId: 1 }).replace('another', room),
    'bad_token',
  ],
  ['of nobody', () => '', 'bad_token'],
])('a token that is %s opens nothing', async (_, make, code) => {
  const client = open();
  await client.say({ type: 'enter', token: make(newRoom()) });
  expect(await client.hear('refused')).toEqual({ type: 'refused', code });
  await client.until(() => client.closedWith !== undefined, 'the socket stays open');
});

test('the ninth person of a call is refused, and the place of who left is free', async () => {
  const room = newRoom();
  const enter = async (userId: number): Promise<MediaClient> => {
    const client = open();
    await client.say({ type: 'enter', token: media.token({ roomId: room, userId }) });
    return client;
  };
  const eight = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(enter));
  await Promise.all(eight.map((one) => one.hear('entered')));
  expect(await (await enter(9)).hear('refused')).toEqual({ type: 'refused', code: 'room_full' });
  await eight[0]?.say({ type: 'leave' });
  await eight[1]?.hear('people', ({ people }) => people.length === 7);
  await (await enter(9)).hear('entered');
});

test('a room for a call is none for a stream', async () => {
  const room = newRoom();
  await join(room, 1);
  const client = open();
  await client.say({ type: 'enter', token: media.token({ roomId: room, kind: 'stream', userId: 2 }) });
  await client.hear('refused');
});

test('whoever says nothing, too much, or nonsense is shown out', async () => {
  const silent = open();
  const [loud, mad, strange, huge] = [open(), open(), open(), open()];
  await loud.say({ type: 'enter', token: media.token({ roomId: newRoom(), userId: 1 }) });
  for (let time = 0; time < 60; time += 1) await loud.say({ type: 'beat' });
  expect((await loud.hear('refused')).code).toBe('too_many_messages');
  await mad.sayRaw('{"type":');
  expect((await mad.hear('refused')).code).toBe('bad_message');
  await strange.say({ type: 'offer', id: 1, sdp: '', sends: [], on: { audio: false, video: false, screen: false } });
  expect((await strange.hear('refused')).code).toBe('bad_token');
  await huge.sayRaw('x'.repeat(200_000));
  await huge.until(() => huge.closedWith === 1009, 'a huge frame is taken');
  await silent.until(() => silent.closedWith !== undefined, 'who says nothing stays');
});

test('whatever is said or offered, the node goes on', async () => {
  const frames = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        type: fc.constantFrom('offer', 'layer', 'mute', 'hand', 'stats', 'enter'),
        user: fc.anything(),
        sdp: fc.string(),
      })
      .map((frame) => JSON.stringify(frame)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(frames, { maxLength: 5 }), fc.boolean(), async (list, isInside) => {
      const client = open();
      if (isInside) await client.say({ type: 'enter', token: media.token({ roomId: 'fuzz', userId: 1 }) });
      for (const frame of list) await client.sayRaw(frame);
      client.close();
    }),
    { numRuns: rounds(20, 60) },
  );
  const { sdp } = await offerOf(['audio']);
  const lines = sdp.split('\r\n');
  for (let line = 0; line < lines.length; line += 1) {
    const client = open();
    await client.say({ type: 'enter', token: media.token({ roomId: 'fuzz', userId: 2 + line }) });
    const mangled = lines
      .toSpliced(line, 1, ...(line % 2 === 0 ? [] : [`${lines[line]}${'9'.repeat(line)}`, 'a=x:\u0000']))
      .join('\r\n');
    await client.say({
      type: 'offer',
      id: 1,
      sdp: mangled,
      sends: [{ mid: '0', kind: 'audio' }],
      on: { audio: true, video: false, screen: false },
    });
    await client.until(() => client.heard.some(({ type }) => type === 'answer' || type === 'refused'), 'no answer');
    await client.say({ type: 'leave' });
    client.close();
  }
  const room = newRoom();
  const [anna] = await Promise.all([join(room, 1), join(room, 2)]);
  await sees(anna, 2);
});

test('pages of other sites are not let in; what is no browser has a token to show', async () => {
  const stranger = open({ origin: 'https://elsewhere.test' });
  await expect(stranger.say({ type: 'beat' })).rejects.toThrow('403');
  const page = open({ origin: 'http://okolo.test' });
  await page.say({ type: 'enter', token: media.token({ roomId: newRoom(), userId: 1 }) });
  await page.hear('entered');
});

test('nobody commands a node without its key', async () => {
  for (const authorization of [undefined, 'Media 1.x', `Media ${media.token({ roomId: 'x', userId: 1 })}`]) {
    const socket = new WebSocket(`ws://${media.origin}/control`, {
      headers: { ...(authorization && { authorization }) },
    });
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(error.message).toContain('401');
  }
});

test('a node says that it lives, and that it is ready', async () => {
  for (const path of ['healthz', 'readyz']) {
    const answer = await fetch(`http://${media.origin}/${path}`);
    expect(answer.status).toBe(200);
  }
  expect((await fetch(`http://${media.origin}/`)).status).toBe(404);
});

test('who lost the socket keeps the place for a few seconds and then is gone', async () => {
  const room = newRoom();
  const [anna, boris] = await Promise.all([join(room, 1), join(room, 2)]);
  await sees(anna, 2);
  boris.closeSocket();
  const before = anna.words(slotOf(anna, 2)?.video_mid ?? null).length;
  await anna.until(
    () => anna.words(slotOf(anna, 2)?.video_mid ?? null).length > before + 20,
    'the picture stopped at once',
  );
  await anna.until(() => slotOf(anna, 2) === undefined, 'who is gone is still there');
});

test('a node that is killed comes back, and everybody finds each other again', { tags: ['long'] }, async () => {
  const own = await runMedia();
  const enter = async (userId: number): Promise<MediaClient> => {
    const client = new MediaClient(own.url);
    clients.push(client);
    await client.join(own.token({ roomId: 'room', userId }));
    client.play(`${userId}`);
    return client;
  };
  const before = await Promise.all([enter(1), enter(2)]);
  await Promise.all([sees(before[0], 2), sees(before[1], 1)]);
  const { pid } = own.process;
  process.kill(pid ?? 0, 'SIGKILL');
  await Promise.all(before.map((one) => one.until(() => one.closedWith !== undefined, 'the socket stays open')));
  const again = async (userId: number): Promise<MediaClient> => {
    for (;;) {
      try {
        return await enter(userId);
      } catch (error) {
        if (!/ECONN/.test(String(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const after = await Promise.all([again(1), again(2)]);
  await Promise.all([sees(after[0], 2), sees(after[1], 1)]);
  expect(own.process.pid).not.toBe(pid);
  await own.close();
  expect(after[0].heard.findLast(({ type }) => type === 'end')).toEqual({
    type: 'end',
    reason: 'restart',
  } satisfies MediaServerMessage);
});
