import { readStoredObject, writeStored } from '../../platform/stored.ts';

export type DeviceKind = 'audioinput' | 'videoinput' | 'audiooutput';

export interface Device {
  id: string;
  kind: DeviceKind;
  label: string;
}

export type DeviceProblem = 'denied' | 'none' | 'busy' | 'insecure' | 'unsupported' | 'failed';

export type OpenResult = { track: MediaStreamTrack } | { problem: DeviceProblem };

export interface DeviceChoice {
  microphone?: string;
  camera?: string;
  speaker?: string;
  /** Undefined means on. */
  isNoiseSuppressed?: boolean;
  isBlurred?: boolean;
}

const STORAGE_KEY = 'call-devices';
const LEVEL_EVERY_MS = 100;
const KINDS: readonly string[] = ['audioinput', 'videoinput', 'audiooutput'];

const PROBLEMS: Readonly<Record<string, DeviceProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/**
 * Lists the devices, the browser's default first; never fails. Without permission only one unnamed device per kind is
 * known.
 */
export async function listDevices(): Promise<readonly Device[]> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices
      .filter(({ kind }) => KINDS.includes(kind))
      .map(({ deviceId, kind, label }) => ({ id: deviceId, kind, label }));
  } catch {
    return [];
  }
}

export function watchDevices(onChange: (devices: readonly Device[]) => void): () => void {
  const look = (): void => void listDevices().then(onChange);
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  devices?.addEventListener?.('devicechange', look);
  return () => devices?.removeEventListener?.('devicechange', look);
}

export const loadDeviceChoice = (): DeviceChoice => readStoredObject(STORAGE_KEY) as DeviceChoice;

export function saveDeviceChoice(choice: DeviceChoice): void {
  writeStored(STORAGE_KEY, JSON.stringify({ ...loadDeviceChoice(), ...choice }));
}

/**
 * Opens the given, the saved or any microphone, with echo cancellation, automatic gain and the saved noise suppression.
 */
export function openMicrophone(deviceId = loadDeviceChoice().microphone): Promise<OpenResult> {
  return openDevice(deviceId, (device) => ({
    audio: {
      echoCancellation: true,
      autoGainControl: true,
      noiseSuppression: loadDeviceChoice().isNoiseSuppressed !== false,
      ...device,
    },
  }));
}

export function openCamera(deviceId = loadDeviceChoice().camera): Promise<OpenResult> {
  return openDevice(deviceId, (device) => ({
    video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 }, ...device },
  }));
}

async function openDevice(
  deviceId: string | undefined,
  constraintsFor: (device: { deviceId?: ConstrainDOMString }) => MediaStreamConstraints,
): Promise<OpenResult> {
  const unsupported = findObstacle();
  if (unsupported !== undefined) return { problem: unsupported };
  try {
    return await requestTrack(constraintsFor(deviceId ? { deviceId: { exact: deviceId } } : {}));
  } catch (error) {
    const problem = problemOf(error);
    if (!deviceId || problem !== 'none') return { problem };
  }
  // The chosen device is not connected; falls back to any other.
  try {
    return await requestTrack(constraintsFor({}));
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

async function requestTrack(constraints: MediaStreamConstraints): Promise<OpenResult> {
  const [track] = (await navigator.mediaDevices.getUserMedia(constraints)).getTracks();
  return track === undefined ? { problem: 'none' } : { track };
}

/**
 * Shares a screen, window or tab, with its sound where the browser supports that. Cancelling the browser's dialog gives
 * `denied`.
 */
export async function openScreen(): Promise<
  { video: MediaStreamTrack; audio: MediaStreamTrack | null } | { problem: DeviceProblem }
> {
  const unsupported = findObstacle();
  if (unsupported !== undefined) return { problem: unsupported };
  if (navigator.mediaDevices.getDisplayMedia === undefined) return { problem: 'unsupported' };
  try {
    const stream = await navigator.mediaDevices.getDisplayMedia({
      video: { frameRate: { ideal: 15, max: 30 } },
      audio: true,
    });
    const [video] = stream.getVideoTracks();
    if (video === undefined) return { problem: 'failed' };
    // Keeps text readable at low bandwidth.
    video.contentHint = 'detail';
    return { video, audio: stream.getAudioTracks()[0] ?? null };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

const findObstacle = (): DeviceProblem | undefined =>
  !window.isSecureContext ? 'insecure' : navigator.mediaDevices?.getUserMedia === undefined ? 'unsupported' : undefined;

const problemOf = (error: unknown): DeviceProblem => PROBLEMS[(error as Error).name] ?? 'failed';

/**
 * Switches noise suppression of an open microphone and saves the choice. Returns false when the microphone has to be
 * opened again.
 */
export async function setNoiseSuppression(track: MediaStreamTrack, isOn: boolean): Promise<boolean> {
  saveDeviceChoice({ isNoiseSuppressed: isOn });
  if (track.getSettings().noiseSuppression === isOn) return true;
  try {
    await track.applyConstraints({ echoCancellation: true, autoGainControl: true, noiseSuppression: isOn });
  } catch {
    return false;
  }
  return track.getSettings().noiseSuppression === isOn;
}

export function onGone(track: MediaStreamTrack, listener: () => void): () => void {
  track.addEventListener('ended', listener);
  return () => track.removeEventListener('ended', listener);
}

/**
 * Reports the loudness of a stream, 0 to 1, about ten times a second until stopped. Without Web Audio nothing is
 * reported.
 */
export function watchLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  if (stream.getAudioTracks().length === 0) return () => undefined;
  try {
    const context = new AudioContext();
    const meter = context.createAnalyser();
    meter.fftSize = 512;
    context.createMediaStreamSource(stream).connect(meter);
    const samples = new Uint8Array(meter.fftSize);
    // An audio context created before any user gesture stays suspended until the next gesture.
    const resume = (): void => void context.resume();
    document.addEventListener('pointerdown', resume);
    document.addEventListener('keydown', resume);
    const measuring = setInterval(() => {
      meter.getByteTimeDomainData(samples);
      onLevel(loudestOf(samples));
    }, LEVEL_EVERY_MS);
    return () => {
      clearInterval(measuring);
      document.removeEventListener('pointerdown', resume);
      document.removeEventListener('keydown', resume);
      void context.close();
    };
  } catch {
    return () => undefined;
  }
}

function loudestOf(samples: Uint8Array): number {
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample - 128) / 128);
  return loudest;
}
