import type { Call, CallRing, EnterCallEvent } from '@app/contract/messaging/calls';
import type { Room, RoomEvents } from '../app/live/media-rooms/room-types.ts';
import type { CallNotice, CallSnapshot } from '../app/messaging/calls/call-state.ts';
import { type CallPorts, createCalls } from '../app/messaging/calls/call-store.ts';
import type { TabMessage } from '../app/messaging/calls/call-tabs.ts';

export const ME = 1;
export const IGOR = 2;
export const ROOM = 'aaaaaaaaaaaaaaaaaaaaaa';

export const person = (user_id: number, state: Call['people'][number]['state']) => ({
  user_id,
  firstname: user_id === ME ? 'Анна' : 'Игорь',
  lastname: '',
  photo: null,
  state,
});

export const callOf = (change: Partial<Call> = {}): Call => ({
  room_id: ROOM,
  state: 'ringing',
  mode: 'peer',
  started_by: ME,
  video: 1,
  people: [person(ME, 'joined'), person(IGOR, 'ringing')],
  ad: null,
  created: '2026-11-21T10:00:00Z',
  started: null,
  ended: null,
  duration_s: 0,
  rings_until: null,
  recording: null,
  listening: null,
  link: `/?call=${ROOM}`,
  ...change,
});

export const running = (): Call =>
  callOf({
    state: 'running',
    started: '2026-11-21T10:00:05Z',
    people: [person(ME, 'joined'), person(IGOR, 'joined')],
  });

export const callRingOf = (): CallRing => ({
  room_id: ROOM,
  users: [IGOR],
  names: ['Игорь'],
  user_id: IGOR,
  firstname: 'Игорь',
  lastname: '',
  photo: null,
  video: 1,
  ad: null,
  rings_until: new Date(Date.now() + 45_000).toISOString(),
});

export function scene() {
  const said: string[] = [];
  const messages: object[] = [];
  const letters: TabMessage[] = [];
  const sayings: CallNotice[] = [];
  const asked: string[] = [];
  const clocks: [number, number][] = [];
  const rooms: { way: string; events: RoomEvents; left: boolean; published: unknown[] }[] = [];
  const tracks: { kind: string; stopped: boolean }[] = [];
  let kept: CallSnapshot | null = null;
  let tell: (event: EnterCallEvent) => void = () => undefined;
  let rings = 0;
  let isHushed = false;
  let current: { call: Call | null; ring: Call | null } = { call: null, ring: null };

  function open(way: string, events: RoomEvents): Room {
    const room = { way, events, left: false, published: [] as unknown[] };
    rooms.push(room);
    return {
      publish: async (tracks) => void room.published.push(tracks),
      mute: () => undefined,
      setLayer: () => undefined,
      hand: () => undefined,
      stats: () => Promise.reject(new Error('none')),
      leave() {
        room.left = true;
      },
    };
  }
  const device = async (kind: string) => {
    const track = { kind, stopped: false, enabled: true, stop };
    function stop(): void {
      track.stopped = true;
    }
    tracks.push(track);
    return { track: track as unknown as MediaStreamTrack };
  };
  const saver = { isOn: false, isAutomatic: false, off: [], bytesSaved: 0 };
  const ports: CallPorts = {
    viewerId: ME,
    transports: {
      openRoom: (_seat, _ice, events) => open('room', events),
      openPeer: (_signal, _ice, _isPolite, events) => open('peer', events),
      createDataSaver: () => ({
        set: () => undefined,
        setPerson: () => undefined,
        updatePeople: () => undefined,
        updateBandwidth: () => undefined,
        state: () => saver,
        close: () => undefined,
      }),
    },
    devices: {
      openMicrophone: () => device('audio'),
      openCamera: () => device('video'),
      openScreen: async () => ({ problem: 'denied' }),
      setNoiseSuppression: async () => true,
      onGone: () => () => undefined,
      loadDeviceChoice: () => ({}),
      saveDeviceChoice: () => undefined,
      blurBackground: async () => ({ problem: 'unsupported' }),
    },
    api: {
      start: async () => ({ room_id: ROOM, call: callOf() }),
      accept: async () => running(),
      decline: async () => asked.push('decline'),
      hangup: async () => asked.push('hangup'),
      add: async () => running(),
      media: async () => ({ mode: 'room', ice: [] }),
      current: async () => current,
    },
    openConnection(_room, first, onEvent) {
      said.push(first.type);
      tell = onEvent;
      return {
        send(message) {
          said.push(message.type);
          messages.push(message);
        },
        setEntryMessage: () => undefined,
        isReachable: () => true,
        close: () => void said.push('closed'),
      };
    },
    tabs: { post: (letter) => void letters.push(letter) },
    createRemoteAudio: () => ({
      set: () => undefined,
      volumeOf: () => 1,
      setVolume: () => undefined,
      setSpeaker: () => undefined,
      resume: () => undefined,
      close: () => undefined,
    }),
    ring(kind) {
      if (kind === 'incoming') rings += 1;
      return () => {
        if (kind === 'incoming') rings -= 1;
      };
    },
    duckOtherAudio() {
      isHushed = true;
      return () => {
        isHushed = false;
      };
    },
    saveSnapshot(note) {
      kept = note;
    },
    loadSnapshot: () => kept,
    onNotice: (saying) => void sayings.push(saying),
    onMessage: () => undefined,
    onClock: (sent, serverMs) => void clocks.push([sent, serverMs]),
    createStream: () => ({}) as MediaStream,
  };
  const calls = createCalls(ports);
  return {
    calls,
    ports,
    said,
    messages,
    letters,
    sayings,
    asked,
    clocks,
    rooms,
    tracks,
    tell: (event: EnterCallEvent) => tell(event),
    isRinging: () => rings > 0,
    isHushed: () => isHushed,
    kept: () => kept,
    keep: (note: CallSnapshot | null) => {
      kept = note;
    },
    is: (next: typeof current) => {
      current = next;
    },
  };
}
