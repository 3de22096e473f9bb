import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const tabs: FakeChannel[] = [];
class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    tabs.push(this);
  }
  postMessage(data: unknown): void {
    for (const tab of tabs) if (tab !== this && tab.name === this.name) tab.onmessage?.({ data });
  }
}

async function openTab() {
  vi.resetModules();
  return import('./audio-focus.ts');
}

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => {
  tabs.length = 0;
  vi.unstubAllGlobals();
});

test('whoever begins to sound silences the one before, once', async () => {
  const { acquireAudioFocus } = await openTab();
  const [music, voice] = [vi.fn(), vi.fn()];
  acquireAudioFocus('music', music);
  acquireAudioFocus('voice', voice);
  acquireAudioFocus('music', vi.fn());
  expect(music).toHaveBeenCalledTimes(1);
  expect(voice).toHaveBeenCalledTimes(1);
});

test('whoever stopped by itself is told nothing any more', async () => {
  const { acquireAudioFocus } = await openTab();
  const music = vi.fn();
  acquireAudioFocus('music', music)();
  acquireAudioFocus('voice', vi.fn());
  expect(music).not.toHaveBeenCalled();
});

test('two tabs never sound at once', async () => {
  const [one, other] = [await openTab(), await openTab()];
  const music = vi.fn();
  one.acquireAudioFocus('music', music);
  other.acquireAudioFocus('music', vi.fn());
  expect(music).toHaveBeenCalledTimes(1);
});

test('a video of the page silences the music, and the music pauses the video', async () => {
  const { acquireAudioFocus } = await openTab();
  const music = vi.fn();
  acquireAudioFocus('music', music);
  const video = document.body.appendChild(document.createElement('video'));
  const pause = vi.spyOn(video, 'pause').mockImplementation(() => undefined);
  video.dispatchEvent(new Event('play'));
  expect(music).toHaveBeenCalledTimes(1);
  acquireAudioFocus('music', music);
  expect(pause).toHaveBeenCalledTimes(1);
  video.remove();
});

test('a video that plays without sound disturbs nobody', async () => {
  const { acquireAudioFocus } = await openTab();
  const music = vi.fn();
  acquireAudioFocus('music', music);
  const video = document.body.appendChild(document.createElement('video'));
  video.muted = true;
  video.dispatchEvent(new Event('play'));
  expect(music).not.toHaveBeenCalled();
  video.remove();
});

test('speech lowers the music in every tab, and lets it come back', async () => {
  const [one, other] = [await openTab(), await openTab()];
  const heard = vi.fn();
  other.subscribeDuck(heard);
  one.duck(0.2);
  expect(other.duckFactor()).toBe(0.2);
  one.duck(1);
  expect(one.duckFactor()).toBe(1);
  expect(heard).toHaveBeenCalledTimes(2);
});
