import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  listDevices,
  loadDeviceChoice,
  onGone,
  openCamera,
  openMicrophone,
  openScreen,
  saveDeviceChoice,
  setNoiseSuppression,
  watchDevices,
} from './devices.ts';

class Track extends EventTarget {
  contentHint = '';
  #settings: MediaTrackSettings = { noiseSuppression: true };
  getSettings(): MediaTrackSettings {
    return this.#settings;
  }
  async applyConstraints({ noiseSuppression }: MediaTrackConstraints): Promise<void> {
    this.#settings = { noiseSuppression: noiseSuppression === true };
  }
}
const streamOf = (...tracks: Track[]) => ({
  getTracks: () => tracks,
  getVideoTracks: () => tracks.slice(0, 1),
  getAudioTracks: () => tracks.slice(1),
});

const getUserMedia = vi.fn<(wish: MediaStreamConstraints) => Promise<unknown>>();
const getDisplayMedia = vi.fn<() => Promise<unknown>>();
const devices = Object.assign(new EventTarget(), {
  getUserMedia,
  getDisplayMedia,
  enumerateDevices: async () => [
    { deviceId: 'm1', kind: 'audioinput', label: 'Headset' },
    { deviceId: 'c1', kind: 'videoinput', label: 'Camera' },
    { deviceId: 'x', kind: 'something new', label: '' },
  ],
});
const fault = (name: string) => new DOMException('no', name);

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
  getUserMedia.mockReset().mockImplementation(async () => streamOf(new Track()));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the remembered microphone is opened with echo and noise taken out', async () => {
  await openMicrophone();
  expect(getUserMedia).toHaveBeenLastCalledWith({
    audio: { echoCancellation: true, autoGainControl: true, noiseSuppression: true },
  });
  saveDeviceChoice({ microphone: 'm1', isNoiseSuppressed: false });
  saveDeviceChoice({ camera: 'c1' });
  await openMicrophone();
  expect(getUserMedia).toHaveBeenLastCalledWith({
    audio: {
      echoCancellation: true,
      autoGainControl: true,
      noiseSuppression: false,
      deviceId: { exact: 'm1' },
    },
  });
  expect(loadDeviceChoice()).toEqual({ microphone: 'm1', camera: 'c1', isNoiseSuppressed: false });
});

test('a remembered device that is not plugged in gives way to any other', async () => {
  saveDeviceChoice({ camera: 'gone' });
  getUserMedia.mockRejectedValueOnce(fault('OverconstrainedError'));
  expect(await openCamera()).toHaveProperty('track');
  expect(getUserMedia).toHaveBeenCalledTimes(2);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'failed'],
])('a refusal (%s) is an answer, not an accident', async (name, problem) => {
  getUserMedia.mockRejectedValue(fault(name));
  expect(await openMicrophone()).toEqual({ problem });
  expect(await openCamera()).toEqual({ problem });
});

test('pages that are not secure, and browsers without media, say so', async () => {
  vi.stubGlobal('isSecureContext', false);
  expect(await openCamera()).toEqual({ problem: 'insecure' });
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
  expect(await openMicrophone()).toEqual({ problem: 'unsupported' });
  expect(await openScreen()).toEqual({ problem: 'unsupported' });
  expect(await listDevices()).toEqual([]);
  watchDevices(() => {})();
});

test('a screen comes with its sound where there is one', async () => {
  const [picture, sound] = [new Track(), new Track()];
  getDisplayMedia.mockResolvedValueOnce(streamOf(picture, sound));
  expect(await openScreen()).toEqual({ video: picture, audio: sound });
  expect(picture.contentHint).toBe('detail');
  getDisplayMedia.mockResolvedValueOnce(streamOf(picture));
  expect(await openScreen()).toEqual({ video: picture, audio: null });
  getDisplayMedia.mockRejectedValueOnce(fault('NotAllowedError'));
  expect(await openScreen()).toEqual({ problem: 'denied' });
});

test('devices are listed, and heard of when they come, go or are pulled out', async () => {
  const heard: number[] = [];
  const stop = watchDevices((all) => heard.push(all.length));
  devices.dispatchEvent(new Event('devicechange'));
  await expect.poll(() => heard).toEqual([2]);
  stop();
  devices.dispatchEvent(new Event('devicechange'));
  expect((await listDevices()).map(({ id }) => id)).toEqual(['m1', 'c1']);
  expect(heard).toEqual([2]);

  const track = new Track();
  const gone = vi.fn();
  onGone(track as unknown as MediaStreamTrack, gone);
  track.dispatchEvent(new Event('ended'));
  expect(gone).toHaveBeenCalledOnce();
});

test('noise suppression of an open microphone is switched, and remembered', async () => {
  const track = new Track() as unknown as MediaStreamTrack;
  expect(await setNoiseSuppression(track, false)).toBe(true);
  expect([track.getSettings().noiseSuppression, loadDeviceChoice().isNoiseSuppressed]).toEqual([false, false]);
  vi.spyOn(track, 'applyConstraints').mockRejectedValueOnce(fault('OverconstrainedError'));
  expect(await setNoiseSuppression(track, true)).toBe(false);
  expect(loadDeviceChoice().isNoiseSuppressed).toBe(true);
});
