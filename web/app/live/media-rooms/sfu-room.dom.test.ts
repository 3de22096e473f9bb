import type { MediaClientMessage, MediaJoinToken, MediaServerMessage } from '@app/contract/live/media-room';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRoom } from './room.ts';
import type { EndReason, PersonStream, Room, RoomPerson, RoomState } from './room-types.ts';

class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly all: Socket[] = [];
  readyState = Socket.CONNECTING;
  readonly url: string;
  readonly said: MediaClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(url: URL) {
    this.url = String(url);
    Socket.all.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }
  hear(message: MediaServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  die(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  of<Type extends MediaClientMessage['type']>(type: Type): Extract<MediaClientMessage, { type: Type }>[] {
    return this.said.filter((message): message is Extract<MediaClientMessage, { type: Type }> => message.type === type);
  }
}

let mids = 0;
class Track extends EventTarget {
  kind = 'audio';
}
class Sender {
  track: unknown = null;
  async replaceTrack(track: unknown): Promise<void> {
    this.track = track;
  }
}
class Connection extends EventTarget {
  static readonly all: Connection[] = [];
  connectionState = 'new';
  iceGatheringState = 'complete';
  localDescription: { sdp: string } | null = null;
  onconnectionstatechange: (() => void) | null = null;
  isClosed = false;
  readonly lines: { mid: string; direction: string; sender: Sender; receiver: { track: Track } }[] = [];
  constructor() {
    super();
    Connection.all.push(this);
  }
  addTransceiver(_kind: string, { direction }: { direction: string }): object {
    const line = { mid: String(mids++), direction, sender: new Sender(), receiver: { track: new Track() } };
    this.lines.push(line);
    return line;
  }
  getTransceivers(): object[] {
    return this.lines;
  }
  async setLocalDescription(): Promise<void> {
    this.localDescription = { sdp: 'an offer' };
  }
  async setRemoteDescription(): Promise<void> {}
  async getStats(): Promise<Map<string, object>> {
    return new Map();
  }
  close(): void {
    this.isClosed = true;
  }
  become(state: string): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}
class Stream {
  readonly #tracks = new Set<unknown>();
  getTracks(): unknown[] {
    return [...this.#tracks];
  }
  addTrack(track: unknown): void {
    this.#tracks.add(track);
  }
  removeTrack(track: unknown): void {
    this.#tracks.delete(track);
  }
}

const SEAT: MediaJoinToken = {
  engine: 'sfu',
  url: '/media-room',
  token: 'the first',
  expires_at: new Date(Date.now() + 300_000).toISOString(),
};
const camera = new Track() as unknown as MediaStreamTrack;
const microphone = new Track() as unknown as MediaStreamTrack;

let room: Room | undefined;
let states: RoomState[];
let ends: EndReason[];
let people: readonly RoomPerson[];
let streams: readonly PersonStream[];
const renewJoinToken = vi.fn<() => Promise<MediaJoinToken | null>>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('RTCPeerConnection', Connection);
  vi.stubGlobal('RTCRtpReceiver', {});
  vi.stubGlobal('MediaStream', Stream);
  Socket.all.length = Connection.all.length = 0;
  states = [];
  ends = [];
  people = [];
  streams = [];
  renewJoinToken.mockReset().mockImplementation(async () => ({ ...SEAT, token: 'the next' }));
});
afterEach(() => {
  room?.leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(): Room {
  room = openRoom(SEAT, [], {
    renewJoinToken,
    onState: (state) => states.push(state),
    onEnd: (reason) => ends.push(reason),
    onPeople: (all) => {
      people = all;
    },
    onStreams: (all) => {
      streams = all;
    },
  });
  return room;
}

function last<Item>(list: readonly Item[]): Item {
  const item = list.at(-1);
  if (item === undefined) throw new Error('There is none yet');
  return item;
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function letIn(): Promise<{ socket: Socket; connection: Connection }> {
  const socket = last(Socket.all);
  socket.open();
  socket.hear({ type: 'entered', user: 7, may: 'publish' });
  await wait(0);
  await answer(socket);
  return { socket, connection: last(Connection.all) };
}
async function answer(socket: Socket): Promise<void> {
  socket.hear({ type: 'answer', id: last(socket.of('offer')).id, sdp: 'an answer' });
  await wait(0);
  last(Connection.all).become('connected');
}

test('a room is entered by its token, and offered once with all lines', async () => {
  await open().publish({ audio: microphone, video: camera });
  const { socket, connection } = await letIn();
  expect(socket.url).toBe('ws://localhost:3000/media-room');
  expect(socket.said[0]).toEqual({ type: 'enter', token: 'the first' });
  const [offer, ...others] = socket.of('offer');
  expect(others).toEqual([]);
  expect(offer?.sends.map(({ kind }) => kind)).toEqual(['audio', 'video', 'video_low', 'screen', 'screen_audio']);
  expect(offer?.on).toEqual({ audio: true, video: true, screen: false });
  expect(connection.lines.filter(({ direction }) => direction === 'recvonly')).toHaveLength(16);
  expect(connection.lines.slice(0, 5).map(({ sender }) => sender.track)).toEqual([
    microphone,
    camera,
    camera,
    null,
    null,
  ]);
  expect(states).toEqual(['connecting', 'connected']);
});

test('muting and other devices change tracks, never the offer', async () => {
  const opened = open();
  await opened.publish({ audio: microphone, video: camera });
  const { socket, connection } = await letIn();
  opened.mute('audio', true);
  expect(connection.lines[0]?.sender.track).toBeNull();
  opened.mute('audio', false);
  const another = new Track() as unknown as MediaStreamTrack;
  await opened.publish({ audio: another, video: null });
  expect(connection.lines.slice(0, 3).map(({ sender }) => sender.track)).toEqual([another, null, null]);
  expect(socket.of('mute')).toEqual([
    { type: 'mute', kind: 'audio', muted: true },
    { type: 'mute', kind: 'audio', muted: false },
    { type: 'mute', kind: 'video', muted: true },
  ]);
  expect(socket.of('offer')).toHaveLength(1);
});

test('people come and go in the places that are there; each keeps one stream', async () => {
  open();
  const { socket, connection } = await letIn();
  const places = connection.lines.slice(5).map(({ mid }) => mid);
  const [audio = '', video = '', audio2 = '', video2 = ''] = places;
  const slot = (user: number, audio_mid: string, video_mid: string) => ({
    user,
    kind: 'person' as const,
    audio_mid,
    video_mid,
  });
  socket.hear({
    type: 'people',
    people: [
      { user: 7, audio: 1, video: 1, screen: 0, hand: 0 },
      { user: 8, audio: 1, video: 0, screen: 0, hand: 1 },
    ],
  });
  expect(people).toEqual([{ user: 8, audio: true, video: false, screen: false, hand: true }]);
  socket.hear({ type: 'slots', slots: [slot(8, audio, video), slot(9, audio2, video2)] });
  const [eight, nine] = streams;
  expect(eight?.stream.getTracks()).toHaveLength(2);
  socket.hear({ type: 'slots', slots: [slot(9, audio, video)] });
  expect(streams).toEqual([nine]);
  expect(nine?.stream.getTracks()).toEqual(connection.lines.slice(5, 7).map(({ receiver }) => receiver.track));
  expect(eight?.stream.getTracks()).toEqual([]);
});

test('a socket that breaks is opened again by the same token; what was wished is said again', async () => {
  const opened = open();
  await opened.publish({ audio: microphone });
  const first = await letIn();
  opened.hand(true);
  opened.setLayer('*', 'off');
  opened.setLayer(8, 'low');
  first.socket.die();
  expect(last(states)).toBe('connected');
  await wait(1000);
  expect(Socket.all).toHaveLength(2);
  const second = await letIn();
  expect(renewJoinToken).not.toHaveBeenCalled();
  expect(first.connection.isClosed).toBe(true);
  expect(second.socket.of('hand')).toEqual([{ type: 'hand', raised: true }]);
  expect(second.socket.of('layer')).toEqual([
    { type: 'layer', user: '*', layer: 'off' },
    { type: 'layer', user: 8, layer: 'low' },
  ]);
  expect(states).toEqual(['connecting', 'connected', 'reconnecting', 'connected']);
});

test('where nobody answers it asks for another join token, later and later, and goes on without one that cannot be had now', async () => {
  open();
  await letIn();
  renewJoinToken.mockRejectedValueOnce(new Error('no network'));
  last(Socket.all).die();
  await wait(400);
  last(Socket.all).die();
  await wait(800);
  expect(last(Socket.all).url).toBe('ws://localhost:3000/media-room');
  last(Socket.all).open();
  expect(last(Socket.all).said).toEqual([{ type: 'enter', token: 'the first' }]);
  last(Socket.all).die();
  await wait(2000);
  last(Socket.all).open();
  expect(last(Socket.all).said).toEqual([{ type: 'enter', token: 'the next' }]);
  await letIn();
  expect(last(states)).toBe('connected');
});

test('a connection that says nothing is dead, whatever the browser believes', async () => {
  open();
  const { socket } = await letIn();
  await wait(6000);
  expect(socket.of('beat').length).toBeGreaterThan(0);
  await wait(6000);
  expect(Socket.all.length).toBeGreaterThan(1);
});

test('media that fails is offered anew over the same socket', async () => {
  open();
  const { socket, connection } = await letIn();
  connection.become('disconnected');
  await wait(500);
  expect(socket.of('offer')).toHaveLength(1);
  await wait(1500);
  expect(socket.of('offer')).toHaveLength(2);
  await answer(socket);
  expect([connection.isClosed, last(states)]).toEqual([true, 'connected']);
  last(Connection.all).become('failed');
  await wait(0);
  expect(socket.of('offer')).toHaveLength(3);
});

test('another network is entered at once, and a room that moved by a fresh join token', async () => {
  open();
  await letIn();
  window.dispatchEvent(new Event('online'));
  await wait(0);
  expect(Socket.all).toHaveLength(2);
  const { socket } = await letIn();
  expect(renewJoinToken).not.toHaveBeenCalled();
  socket.hear({ type: 'end', reason: 'moved' });
  await wait(0);
  expect(renewJoinToken).toHaveBeenCalledOnce();
  last(Socket.all).open();
  expect(last(Socket.all).said).toEqual([{ type: 'enter', token: 'the next' }]);
  expect(ends).toEqual([]);
});

test.each([
  ['ended', 'ended'],
  ['dropped', 'dropped'],
  ['elsewhere', 'replaced'],
] as const)('a room that says %s is over, once and for good', async (reason, told) => {
  const opened = open();
  const { socket, connection } = await letIn();
  socket.hear({ type: 'end', reason });
  socket.die();
  opened.leave();
  await wait(20_000);
  expect(ends).toEqual([told]);
  expect(last(states)).toBe('closed');
  expect(Socket.all).toHaveLength(1);
  expect(connection.isClosed).toBe(true);
});

test('a token that is refused again and again is an answer; no join token any more is one at once', async () => {
  open();
  for (let i = 0; i < 3; i++) {
    const socket = last(Socket.all);
    socket.open();
    socket.hear({ type: 'refused', code: 'bad_token' });
    socket.die();
    await wait(5000);
  }
  expect(ends).toEqual(['refused']);
  renewJoinToken.mockResolvedValue(null);
  open();
  last(Socket.all).hear({ type: 'refused', code: 'token_expired' });
  last(Socket.all).die();
  await wait(5000);
  expect(ends).toEqual(['refused', 'dropped']);
});

test('whoever leaves says so', async () => {
  const opened = open();
  const { socket } = await letIn();
  opened.leave();
  expect(last(socket.said)).toEqual({ type: 'leave' });
  expect(ends).toEqual(['left']);
});
