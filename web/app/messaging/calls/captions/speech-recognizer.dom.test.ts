import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeSpeech } from '../../../../test/fake-speech.ts';
import { startRecognizer } from './speech-recognizer.ts';

const TRACK = { kind: 'audio' } as MediaStreamTrack;
let speech: ReturnType<typeof installFakeSpeech>;
let words: [string, boolean][];
let failures: number;

beforeEach(() => {
  vi.useFakeTimers();
  speech = installFakeSpeech({ 'de-DE': 'available' });
  words = [];
  failures = 0;
});
afterEach(() => {
  speech.uninstall();
  vi.useRealTimers();
});

const start = () =>
  startRecognizer({
    lang: 'de',
    track: TRACK,
    onWords: (text, isFinal) => words.push([text, isFinal]),
    onFailed: () => {
      failures += 1;
    },
  });
const last = () => speech.sessions.at(-1);

test('final words come one by one, and what is not final yet as one guess', () => {
  start();
  expect(last()).toMatchObject({ lang: 'de-DE', processLocally: true, track: TRACK });
  last()?.say(['Guten Abend', true], [' wie', false], [' geht', false]);
  expect(words).toEqual([
    ['Guten Abend', true],
    [' wie geht', false],
  ]);
});

test('silence ends sessions for as long as it lasts, and each is followed by the next', () => {
  start();
  for (let i = 1; i <= 30; i++) {
    last()?.onerror?.({ error: 'no-speech' });
    last()?.onend?.();
    expect(speech.sessions).toHaveLength(i);
    vi.advanceTimersByTime(250);
  }
  expect([speech.sessions.length, failures]).toEqual([31, 0]);
});

test('what keeps failing is tried later and later, then given up; words in between begin the count anew', () => {
  start();
  const fail = (): number => {
    const before = speech.sessions.length;
    last()?.onerror?.({ error: 'network' });
    last()?.onend?.();
    let ms = 0;
    while (speech.sessions.length === before && failures === 0) {
      vi.advanceTimersByTime(250);
      ms += 250;
    }
    return ms;
  };
  expect([fail(), fail()]).toEqual([500, 1000]);
  last()?.say(['Hallo', true]);
  expect([fail(), fail(), fail(), fail()]).toEqual([500, 1000, 2000, 4000]);
  fail();
  expect(failures).toBe(1);
  const { length } = speech.sessions;
  vi.advanceTimersByTime(60_000);
  expect([speech.sessions.length, failures]).toEqual([length, 1]);
});

test('what a new session would only repeat fails at once', () => {
  start();
  last()?.onerror?.({ error: 'not-allowed' });
  vi.advanceTimersByTime(60_000);
  expect([speech.sessions.length, failures]).toEqual([1, 1]);
});

test('without a browser that recognizes on the device it fails without a session', () => {
  speech.uninstall();
  start();
  expect([speech.sessions.length, failures]).toEqual([0, 1]);
});

test('once closed nothing is heard and no session follows', () => {
  const recognizer = start();
  const session = last();
  const { onresult, onend } = session ?? {};
  recognizer.close();
  expect(session?.isAborted).toBe(true);
  session?.say(['Zu spät', true]);
  onresult?.({
    resultIndex: 0,
    results: [{ 0: { transcript: 'Zu spät' }, length: 1, isFinal: true }],
  } as unknown as SpeechRecognitionEvent);
  onend?.();
  vi.advanceTimersByTime(60_000);
  expect([words, speech.sessions.length, failures]).toEqual([[], 1, 0]);
});
