import type { CallRecording } from '@app/contract/messaging/calls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IGOR, ME, person, ROOM, running } from '../../../../test/call-scene.ts';
import { NO_LOCAL_MEDIA } from '../../../live/media-rooms/local-media.ts';
import type { ActiveCall } from '../call-state.ts';
import { NO_MEDIA } from '../media/call-media.ts';
import type { FinishedRecording, Recorder } from './recorder.ts';
import { createRecordingController, type RecordingController } from './recording-controller.ts';
import { buildRecordingScene, type RecordingScene } from './recording-scene.ts';

const OLGA = 33;
const trackOf = (kind: 'audio' | 'video') => ({ kind, readyState: 'live' }) as MediaStreamTrack;
const streamOf = (...tracks: MediaStreamTrack[]) =>
  ({
    getTracks: () => tracks,
    getAudioTracks: () => tracks.filter(({ kind }) => kind === 'audio'),
    getVideoTracks: () => tracks.filter(({ kind }) => kind === 'video'),
  }) as MediaStream;

function callWith(recording: CallRecording | null, room = ROOM): ActiveCall {
  const people = [person(ME, 'joined'), person(IGOR, 'joined'), person(OLGA, 'joined')];
  return {
    room,
    phase: 'running',
    call: { ...running(), people, recording },
    began: 0,
    endReason: null,
    media: NO_MEDIA,
    own: NO_LOCAL_MEDIA,
    isRaised: false,
    muteRequestedBy: null,
    isSilent: false,
  };
}
const of = (state: CallRecording['state'], agreed = [ME, IGOR, OLGA], by = ME): CallRecording => ({
  id: 1,
  by,
  state,
  agreed,
});
const file = (): FinishedRecording => ({
  begunAt: 1,
  ms: 1000,
  file: new Blob(['a']),
  extension: 'webm',
  release: async () => undefined,
  discard: async () => undefined,
});

let keeper: RecordingController;
let does: string[];
let stopped: number[];
let said: string[];
let scenes: RecordingScene[];
let isHeard: boolean;
let left: FinishedRecording[];
let end: (why: 'full' | 'failed') => void;
let canStart: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  does = [];
  stopped = [];
  said = [];
  scenes = [];
  left = [];
  isHeard = canStart = true;
  const recorder: Recorder = {
    show: (scene) => void scenes.push(scene),
    pause: () => void (does.at(-1) !== 'pause' && does.push('pause')),
    resume: () => void (does.at(-1) !== 'resume' && does.push('resume')),
    async stop() {
      does.push('stop');
      return file();
    },
  };
  keeper = createRecordingController({
    viewerId: ME,
    isReachable: () => isHeard,
    stop: (id) => void stopped.push(id),
    async start(events) {
      does.push('start');
      end = events.onEnd;
      return canStart ? recorder : null;
    },
    loadLeftRecordings: async () => left,
    onNotice: (saying) => void said.push(saying),
  });
});
afterEach(() => {
  keeper.close();
  vi.useRealTimers();
});

const follow = async (next: ActiveCall | null): Promise<void> => {
  keeper.follow(next);
  await vi.advanceTimersByTimeAsync(0);
};

async function recording(): Promise<void> {
  keeper.markRequested(ROOM);
  await follow(callWith(of('asked', [ME])));
  expect(does).toEqual([]);
  await follow(callWith(of('running')));
  expect(does).toEqual(['start', 'resume']);
}

test('it records while the server says so, halts when somebody has not agreed, and is there to be taken at the end', async () => {
  await recording();
  await follow(callWith(of('paused', [ME, IGOR])));
  await follow(callWith(of('running')));
  expect(keeper.recorded()).toEqual([]);
  await follow(callWith(null));
  expect(does).toEqual(['start', 'resume', 'pause', 'resume', 'stop']);
  expect(keeper.recorded()).toHaveLength(1);
  expect(stopped).toEqual([]);
});

test('without the server it halts by itself: nobody could stop it', async () => {
  await recording();
  isHeard = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(does.at(-1)).toBe('pause');
  isHeard = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(does.at(-1)).toBe('resume');
});

test('the end of the call ends it, whichever way it comes', async () => {
  await recording();
  await follow({ ...callWith(of('running')), phase: 'over' });
  expect(does.at(-1)).toBe('stop');
  expect(keeper.recorded()).toHaveLength(1);
});

test('what an earlier page or another device asked for is not made here, and is told to be over once', async () => {
  for (let i = 0; i < 3; i++) await follow(callWith(of('running')));
  expect(does).toEqual([]);
  expect(stopped).toEqual([1]);
});

test('what somebody else records is theirs', async () => {
  await follow(callWith(of('running', [ME, IGOR, OLGA], IGOR)));
  expect([does, stopped]).toEqual([[], []]);
});

test('a recording that is full, or fails, is over for everybody, and says why', async () => {
  await recording();
  end('full');
  await vi.advanceTimersByTimeAsync(0);
  expect([stopped, said, keeper.recorded().length]).toEqual([[1], ['full'], 1]);
  await follow(callWith(of('running')));
  await follow(callWith(null));
  expect([does.filter((one) => one === 'start').length, keeper.recorded().length]).toEqual([1, 1]);
});

test('a browser that cannot after all says so, and the asking is over', async () => {
  canStart = false;
  keeper.markRequested(ROOM);
  await follow(callWith(of('running')));
  expect([stopped, said]).toEqual([[1], ['failed']]);
});

test('what a page before left behind is offered; what is thrown away is gone', async () => {
  left = [file()];
  await keeper.loadLeft();
  const [one] = keeper.recorded();
  expect(one).toBeDefined();
  if (one) keeper.dismiss(one, 'dropped');
  expect(keeper.recorded()).toEqual([]);
});

test('only people who agreed are seen and heard in it, whatever comes in of the others', () => {
  const [igors, olgas, mine] = [trackOf('audio'), trackOf('audio'), trackOf('audio')];
  const call = callWith(of('paused', [ME, IGOR]));
  const scene = buildRecordingScene(
    {
      ...call,
      own: { ...NO_LOCAL_MEDIA, sound: streamOf(mine) },
      media: {
        ...NO_MEDIA,
        people: [IGOR, OLGA].map((user) => ({ user, audio: true, video: true, screen: false, hand: false })),
        streams: [
          { user: IGOR, kind: 'person', stream: streamOf(igors, trackOf('video')) },
          { user: OLGA, kind: 'person', stream: streamOf(olgas, trackOf('video')) },
        ],
      },
    },
    ME,
  );
  expect(scene.sounds).toEqual([igors, mine]);
  expect(scene.tiles.map(({ key }) => key)).toEqual([`person ${IGOR}`, `person ${ME}`]);
});
