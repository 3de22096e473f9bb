import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeAudio } from '../../../test/fake-audio.ts';
import { sampleTrack } from '../../../test/sample-track.ts';
import { watchMediaKeys } from './media-keys.ts';
import { musicState, playTracks, stop } from './player/player.ts';

let end: () => void;

beforeEach(() => {
  vi.stubGlobal('Audio', FakeAudio);
  vi.stubGlobal('HTMLMediaElement', FakeAudio);
  end = watchMediaKeys();
});
afterEach(() => {
  end();
  stop();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function press(on: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
  on.dispatchEvent(event);
  return event;
}

test('space pauses and plays, and the page does not scroll with it', () => {
  playTracks([sampleTrack()]);
  expect(press().defaultPrevented).toBe(true);
  expect(musicState().isPlaying).toBe(false);
  press();
  expect(musicState().isPlaying).toBe(true);
});

test('in a field and on a button the space is theirs', () => {
  playTracks([sampleTrack()]);
  for (const name of ['input', 'textarea', 'button']) press(document.body.appendChild(document.createElement(name)));
  expect(musicState().isPlaying).toBe(true);
  press(document.body.appendChild(Object.assign(document.createElement('a'), { href: '/circle' })));
  expect(musicState().isPlaying).toBe(false);
});

test('with nothing on, space scrolls the page as ever', () => {
  expect(press().defaultPrevented).toBe(false);
});
