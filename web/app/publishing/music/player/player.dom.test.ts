import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeAudio, fakeAudios } from '../../../../test/fake-audio.ts';
import { sampleTrack } from '../../../../test/sample-track.ts';

const server = vi.fn();
const TRACKS = [1, 2, 3].map((id) => sampleTrack({ id, gain_db: id === 2 ? -6 : 0 }));

async function openPage() {
  vi.resetModules();
  fakeAudios.length = 0;
  return {
    ...(await import('./player.ts')),
    ...(await import('./settings.ts')),
    ...(await import('../../../platform/audio-focus.ts')),
  };
}

const deck = (place: number): FakeAudio => {
  const audio = fakeAudios[place];
  if (!audio) throw new Error('There is no such player');
  return audio;
};
const told = (): (string | undefined)[] => fakeAudios.map(({ src }) => src.split('/').at(-1));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Audio', FakeAudio);
  vi.stubGlobal('HTMLMediaElement', FakeAudio);
  server.mockReset().mockImplementation(async () => Response.json({}));
  vi.stubGlobal('fetch', server);
  // Pages opened by earlier tests would act as other tabs and pause this one.
  vi.stubGlobal('BroadcastChannel', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('one after another', () => {
  test('the next track begins two seconds after the end, and after the last comes the first', async () => {
    const { playTracks, musicState } = await openPage();
    playTracks(TRACKS, 2);
    deck(0).arrive(180);
    deck(0).end();
    expect(musicState()).toMatchObject({ at: 2, isPlaying: true });
    vi.advanceTimersByTime(1999);
    expect(musicState().at).toBe(2);
    vi.advanceTimersByTime(1);
    expect(musicState()).toMatchObject({ at: 0, isPlaying: true });
    expect(deck(0).paused).toBe(false);
    expect(told()[0]).toBe('1');
  });

  test('a pause between two tracks is a pause; a press then goes on with the next', async () => {
    const { playTracks, pause, play, musicState } = await openPage();
    playTracks(TRACKS);
    deck(0).arrive(180);
    deck(0).end();
    pause();
    vi.advanceTimersByTime(10_000);
    expect(musicState()).toMatchObject({ at: 0, isPlaying: false });
    play();
    expect(musicState()).toMatchObject({ at: 1, isPlaying: true });
  });

  test('without repeat it stops after the last, and one that repeats plays again', async () => {
    const { playTracks, play, setRepeat, musicState } = await openPage();
    playTracks(TRACKS, 2);
    setRepeat('none');
    deck(0).arrive(180);
    deck(0).end();
    expect(musicState()).toMatchObject({ at: 2, isPlaying: false });
    play();
    expect(musicState()).toMatchObject({ at: 0, isPlaying: true });
    playTracks(TRACKS, 1);
    setRepeat('one');
    deck(0).arrive(180);
    deck(0).end();
    vi.advanceTimersByTime(2000);
    expect(musicState()).toMatchObject({ at: 1, isPlaying: true });
  });

  test('without a pause the next one is loaded before and begins with the end', async () => {
    const { playTracks, changeSettings, musicState } = await openPage();
    changeSettings({ pause: 'none' });
    playTracks(TRACKS);
    deck(0).arrive(180);
    deck(0).reach(100);
    expect(told()).toEqual(['1', '']);
    deck(0).reach(170);
    expect(told()).toEqual(['1', '2']);
    deck(0).reach(179.5);
    await vi.advanceTimersByTimeAsync(460);
    expect(musicState().at).toBe(1);
    expect(deck(1).paused).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(deck(0).src).toBe('');
  });

  test('smoothly, the next one swells while the other fades', async () => {
    const { playTracks, changeSettings, musicState } = await openPage();
    changeSettings({ pause: 'smooth', volume: 1, isLevelled: false });
    playTracks(TRACKS);
    deck(0).arrive(180);
    deck(0).reach(165);
    deck(0).reach(176);
    expect(musicState().at).toBe(1);
    deck(0).currentTime = 178;
    await vi.advanceTimersByTimeAsync(50);
    expect(deck(0).volume).toBeCloseTo(Math.SQRT1_2);
    expect(deck(1).volume).toBeCloseTo(Math.SQRT1_2);
    deck(0).end();
    await vi.advanceTimersByTimeAsync(50);
    expect(deck(1).volume).toBe(1);
    expect(deck(0).src).toBe('');
    expect(musicState()).toMatchObject({ at: 1, isPlaying: true });
  });
});

describe('loudness', () => {
  test('what is too loud is turned down, unless nobody wants that', async () => {
    const { playTracks, changeSettings } = await openPage();
    changeSettings({ volume: 0.8 });
    playTracks(TRACKS, 1);
    expect(deck(0).volume).toBeCloseTo(0.8 * 10 ** (-6 / 20));
    changeSettings({ isLevelled: false });
    expect(deck(0).volume).toBeCloseTo(0.8);
    changeSettings({ isMuted: true });
    expect(deck(0).volume).toBe(0);
  });

  test('speech lowers it; a call that wants silence pauses it and gives it back', async () => {
    const { playTracks, changeSettings, duck, musicState } = await openPage();
    changeSettings({ volume: 1, isLevelled: false });
    playTracks(TRACKS);
    duck(0.2);
    expect(deck(0).volume).toBeCloseTo(0.2);
    duck(0);
    expect(musicState().isPlaying).toBe(false);
    duck(1);
    expect(musicState().isPlaying).toBe(true);
    expect(deck(0).volume).toBe(1);
  });

  test('it is remembered', async () => {
    (await openPage()).changeSettings({ volume: 0.35, pause: 'none' });
    expect((await openPage()).musicSettings()).toMatchObject({ volume: 0.35, pause: 'none', isLevelled: true });
  });
});

describe('back and forth', () => {
  test('back means the beginning, and within the first seconds the track before', async () => {
    const { playTracks, playPrevious, musicState } = await openPage();
    playTracks(TRACKS, 1);
    deck(0).arrive(180);
    deck(0).reach(50);
    playPrevious();
    expect(musicState().at).toBe(1);
    expect(deck(0).currentTime).toBe(0);
    playPrevious();
    expect(musicState().at).toBe(0);
  });

  test('a press on what is on pauses it, on another one plays that', async () => {
    const { toggleTrack, musicState } = await openPage();
    toggleTrack(TRACKS, 0);
    toggleTrack(TRACKS, 0);
    expect(musicState()).toMatchObject({ at: 0, isPlaying: false });
    toggleTrack(TRACKS, 1);
    expect(musicState()).toMatchObject({ at: 1, isPlaying: true });
  });
});

test('what another device left is offered at its second, and sounds only when asked for', async () => {
  const { offer, play, musicState } = await openPage();
  offer({
    track_id: 2,
    position_ms: 83_000,
    queue: TRACKS,
    shuffle: 0,
    repeat: 'all',
    paused: 1,
    device: 'other',
    timestamp: '2026-03-01T10:00:00.000Z',
  });
  expect(musicState()).toMatchObject({ at: 1, isOffer: true, isPlaying: false });
  expect(deck(0).paused).toBe(true);
  play();
  deck(0).arrive(180);
  expect(deck(0).currentTime).toBe(83);
  expect(musicState()).toMatchObject({ isOffer: false, isPlaying: true });
});

test('what plays elsewhere is followed without loading, and taken over at its second', async () => {
  const { offer, follow, play, musicState, musicProgress } = await openPage();
  const playback = { track_id: 1, position_ms: 7000, queue: TRACKS, shuffle: 0, repeat: 'all', paused: 0 } as const;
  offer({ ...playback, device: 'other', timestamp: '2026-03-01T10:00:00.000Z' }, true);
  expect(musicState()).toMatchObject({ isOffer: true, isElsewhere: true, isPlaying: false });
  deck(0).arrive(180);
  follow(19_000);
  expect(musicProgress()).toEqual({ position: 19_000, duration: 180_000 });
  expect(deck(0).currentTime).toBe(7);
  play();
  expect(deck(0).currentTime).toBe(19);
  expect(musicState()).toMatchObject({ isElsewhere: false, isPlaying: true });
  follow(50_000);
  expect(musicProgress().position).not.toBe(50_000);
});

describe('failures', () => {
  test('a track that is gone is passed over and said', async () => {
    const { playTracks, onSkipped, musicState } = await openPage();
    const skipped = vi.fn();
    onSkipped(skipped);
    server.mockImplementation(async () => Response.json({ code: 'not_found', message: '' }, { status: 404 }));
    playTracks(TRACKS);
    deck(0).fail();
    await vi.advanceTimersByTimeAsync(10);
    expect(skipped).toHaveBeenCalledWith(TRACKS[0], 'gone');
    expect(musicState()).toMatchObject({ track: TRACKS[1], isPlaying: true });
    expect(musicState().queue).toHaveLength(2);
  });

  test('without a network it waits, and goes on from the same place', async () => {
    const { playTracks, musicState } = await openPage();
    server.mockRejectedValue(new TypeError('no network'));
    playTracks(TRACKS);
    deck(0).arrive(180);
    deck(0).reach(61);
    deck(0).fail();
    await vi.advanceTimersByTimeAsync(10);
    expect(musicState()).toMatchObject({ at: 0, isPlaying: true, isWaiting: true });
    server.mockImplementation(async () => Response.json({}));
    await vi.advanceTimersByTimeAsync(5000);
    deck(0).arrive(180);
    expect(deck(0).currentTime).toBe(61);
    expect(musicState()).toMatchObject({ at: 0, isPlaying: true });
  });

  test('when nothing plays at all it stops instead of running through the list, and says so once', async () => {
    const { playTracks, onSkipped, musicState } = await openPage();
    const skipped = vi.fn();
    onSkipped((_, why) => skipped(why));
    playTracks(TRACKS);
    for (let attempt = 0; attempt < 8; attempt++) {
      deck(0).fail();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(musicState().isPlaying).toBe(false);
    expect(skipped.mock.calls.flat()).toEqual(['broken', 'stopped']);
  });

  test('what failed while nobody listened is asked for again by the next press only, from its place', async () => {
    const { playTracks, pause, play, seek } = await openPage();
    playTracks(TRACKS);
    deck(0).arrive(180);
    deck(0).reach(61);
    pause();
    const { loads } = deck(0);
    deck(0).fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(deck(0).loads).toBe(loads);
    seek(90_000);
    expect(deck(0).loads).toBe(loads);
    play();
    expect(deck(0).loads).toBe(loads + 1);
    deck(0).arrive(180);
    expect(deck(0).currentTime).toBe(90);
  });
});

test('a track that is deleted while it plays makes way for the next', async () => {
  const { playTracks, removeFromQueue, musicState } = await openPage();
  playTracks(TRACKS);
  removeFromQueue(1);
  expect(musicState()).toMatchObject({ track: TRACKS[1], at: 0, isPlaying: true });
  removeFromQueue(2);
  removeFromQueue(3);
  expect(musicState()).toMatchObject({ track: null, isPlaying: false });
});
