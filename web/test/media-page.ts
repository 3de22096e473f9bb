/**
 * Page for media room tests in a real browser: joins rooms and reports their state. Built by `e2e/live/media-pages.ts`; not
 * part of the site.
 */

import type { IceServer, MediaJoinToken } from '@app/contract/live/media-room';
import { blurBackground } from '../app/live/media-rooms/blur.ts';
import { createDataSaver } from '../app/live/media-rooms/data-saver.ts';
import {
  listDevices,
  openCamera,
  openMicrophone,
  setNoiseSuppression,
  watchLevel,
} from '../app/live/media-rooms/devices.ts';
import { openPeer } from '../app/live/media-rooms/peer.ts';
import { openRoom } from '../app/live/media-rooms/room.ts';
import type {
  PersonStream,
  Room,
  RoomEvents,
  RoomPerson,
  RoomState,
  Speaker,
} from '../app/live/media-rooms/room-types.ts';

interface PairOptions {
  lose?: number;
  firstWays?: number;
  users?: [number, number];
}

interface Entered {
  room: Room;
  states: RoomState[];
  people: readonly RoomPerson[];
  streams: readonly PersonStream[];
  speakers: readonly Speaker[];
  ends: string[];
  renewals: number;
}

const rooms = new Map<string, Entered>();
const videos = new Map<MediaStream, HTMLVideoElement>();

/** Frame times in milliseconds of this page's clock. */
interface Seen {
  shownAt: number;
  firstAt: number | null;
  lastAt: number;
  longestGap: number;
}
const seen = new Map<HTMLVideoElement, Seen>();

function watchFrames(video: HTMLVideoElement): void {
  const one: Seen = { shownAt: performance.now(), firstAt: null, lastAt: 0, longestGap: 0 };
  seen.set(video, one);
  const note = (now: number): void => {
    if (one.firstAt === null) one.firstAt = now;
    else one.longestGap = Math.max(one.longestGap, now - one.lastAt);
    one.lastAt = now;
    video.requestVideoFrameCallback(note);
  };
  video.requestVideoFrameCallback(note);
}

/** A moving single-color picture, cheaper than a fake camera of the test machine. */
function draw(color: string, width = 320, height = 180): MediaStreamTrack {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  let at = 0;
  setInterval(() => {
    if (pen === null) return;
    pen.fillStyle = color;
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = 'white';
    at = (at + 9) % width;
    pen.fillRect(at, 20, 40, 40);
  }, 100);
  const [track] = canvas.captureStream(10).getTracks();
  if (track === undefined) throw new Error('A canvas without a picture');
  return track;
}

function hum(): MediaStreamTrack {
  const context = new AudioContext();
  const source = context.createOscillator();
  const out = context.createMediaStreamDestination();
  source.connect(out);
  source.start();
  const [track] = out.stream.getTracks();
  if (track === undefined) throw new Error('A tone without a track');
  return track;
}

function show(streams: readonly PersonStream[]): void {
  for (const [stream, video] of videos) {
    if (streams.some((shown) => shown.stream === stream)) continue;
    video.remove();
    videos.delete(stream);
    seen.delete(video);
  }
  for (const { stream } of streams) {
    if (videos.has(stream)) continue;
    const video = document.createElement('video');
    video.muted = video.autoplay = video.playsInline = true;
    video.srcObject = stream;
    document.body.append(video);
    videos.set(stream, video);
    watchFrames(video);
  }
}

function hold(name: string, open: (events: RoomEvents, entered: Entered) => Room): void {
  const entered = { states: [], people: [], streams: [], speakers: [], ends: [], renewals: 0 } as unknown as Entered;
  rooms.set(name, entered);
  entered.room = open(
    {
      onState: (state) => entered.states.push(state),
      onPeople: (people) => {
        entered.people = people;
      },
      onStreams: (streams) => {
        entered.streams = streams;
        show([...rooms.values()].flatMap((each) => each.streams));
      },
      onSpeakers: (speakers) => {
        entered.speakers = speakers;
      },
      onEnd: (reason) => entered.ends.push(reason),
    },
    entered,
  );
}

function find(name: string): Entered {
  const entered = rooms.get(name);
  if (entered === undefined) throw new Error(`Nobody opened ${name}`);
  return entered;
}

const page = {
  enter(name: string, seat: MediaJoinToken, renewed: MediaJoinToken | null, ice: IceServer[] = []): void {
    hold(name, (events, entered) =>
      openRoom(seat, ice, {
        ...events,
        renewJoinToken: async () => {
          entered.renewals += 1;
          return renewed;
        },
      }),
    );
  },

  async look(name: string) {
    const { room, states, people, streams, speakers, ends, renewals } = find(name);
    return {
      states,
      people,
      speakers,
      ends,
      renewals,
      streams: streams.map(({ user, kind, stream }) => ({ user, kind, tracks: stream.getTracks().length })),
      stats: await room.stats(),
    };
  },

  /**
   * For all shown videos: the longest time to the first frame and the longest standstill since. Null if one video has
   * shown no frame.
   */
  frames() {
    const now = performance.now();
    const all = [...seen.values()];
    if (all.length === 0 || all.some(({ firstAt }) => firstAt === null)) return null;
    return {
      firstMs: Math.max(...all.map(({ shownAt, firstAt }) => (firstAt ?? now) - shownAt)),
      longestGapMs: Math.max(...all.map(({ longestGap, lastAt }) => Math.max(longestGap, now - lastAt))),
    };
  },

  publish: (name: string, color: string) => find(name).room.publish({ audio: hum(), video: draw(color) }),
  share: (name: string, isOn: boolean) =>
    find(name).room.publish(
      isOn ? { screen: draw('blue', 640, 360), screenAudio: hum() } : { screen: null, screenAudio: null },
    ),
  mute: (name: string, kind: 'audio' | 'video' | 'screen', muted: boolean) => find(name).room.mute(kind, muted),
  layer: (name: string, user: number | '*', layer: 'high' | 'low' | 'off') => find(name).room.setLayer(user, layer),
  hand: (name: string, raised: boolean) => find(name).room.hand(raised),
  leave: (name: string) => find(name).room.leave(),

  /**
   * Two peers connected in one page. `lose` is the share of lost signals; `firstWays` is the number of first candidates
   * of each side that are lost.
   */
  pair(names: [string, string], { lose = 0, firstWays = 0, users = [2, 1] }: PairOptions = {}): void {
    const ears: [Set<(data: unknown) => void>, Set<(data: unknown) => void>] = [new Set(), new Set()];
    names.forEach((name, side) => {
      const [own, other] = side === 0 ? ears : [ears[1], ears[0]];
      let ways = 0;
      const signal = {
        send(data: object) {
          const copy: unknown = JSON.parse(JSON.stringify(data));
          if (JSON.stringify(data).length > 15_000) throw new Error('A signal that is too long');
          if (Math.random() < lose) return;
          if ('kind' in data && data.kind === 'ice' && ++ways <= firstWays) return;
          setTimeout(() => {
            for (const ear of other) ear(copy);
          }, Math.random() * 20);
        },
        subscribe(ear: (data: unknown) => void) {
          own.add(ear);
          return () => own.delete(ear);
        },
      };
      hold(name, (events) => openPeer(signal, [], side === 0, { ...events, user: users[side] ?? 0 }));
    });
  },

  network: () => window.dispatchEvent(new Event('online')),

  async devices() {
    const microphone = await openMicrophone();
    const camera = await openCamera();
    if ('problem' in microphone || 'problem' in camera) return { microphone, camera };
    const levels: number[] = [];
    const stop = watchLevel(new MediaStream([microphone.track]), (level) => levels.push(level));
    await new Promise((resolve) => {
      const looking = setInterval(() => {
        if (levels.length < 15) return;
        clearInterval(looking);
        resolve(undefined);
      }, 50);
    });
    stop();
    const found = {
      kinds: [...new Set((await listDevices()).map(({ kind }) => kind))].sort(),
      loudest: Math.max(...levels),
      isNoiseSuppressed: microphone.track.getSettings().noiseSuppression,
      canSwitch: await setNoiseSuppression(microphone.track, false),
      after: microphone.track.getSettings().noiseSuppression,
      width: camera.track.getSettings().width,
    };
    microphone.track.stop();
    camera.track.stop();
    return found;
  },

  async blur(width: number, height: number) {
    let givenUp: string | undefined;
    const blurred = await blurBackground(draw('red', width, height), (problem) => {
      givenUp = problem;
    });
    if ('problem' in blurred) return { problem: blurred.problem };
    await new Promise((resolve) => {
      const looking = setInterval(() => {
        if (blurred.fps() === 0 && givenUp === undefined) return;
        clearInterval(looking);
        resolve(undefined);
      }, 100);
    });
    const fps = blurred.fps();
    blurred.stop();
    return { fps, givenUp };
  },

  saver: (name: string) => createDataSaver(find(name).room, () => {}),
};

export type MediaPage = typeof page;
Object.assign(window, { media: page });
