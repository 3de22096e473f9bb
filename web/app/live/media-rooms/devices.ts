export type DeviceKind = 'audioinput' | 'videoinput' | 'audiooutput';

export interface Device {
  id: string;
  kind: DeviceKind;
  /** Empty until a permission was given. */
  label: string;
}

/** Why nothing was opened; the names are those of the texts. */
export type DeviceProblem = 'denied' | 'none' | 'busy' | 'insecure' | 'unsupported' | 'failed';

export type OpenResult = { track: MediaStreamTrack } | { problem: DeviceProblem };

/** Remembered in this browser. */
export interface DeviceChoice {
  microphone?: string;
  camera?: string;
  speaker?: string;
  /** Undefined is on. */
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

/** What there is, the browser's default first; never fails. Devices that the browser does not name yet are one of a kind. */
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

/** Hear when something is plugged in or pulled out. */
export function watchDevices(onChange: (devices: readonly Device[]) => void): () => void {
  const look = (): void => void listDevices().then(onChange);
  // Pages that are not served securely have none.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  devices?.addEventListener?.('devicechange', look);
  return () => devices?.removeEventListener?.('devicechange', look);
}

export function loadDeviceChoice(): DeviceChoice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** Keep a choice; what is left out stays. */
export function saveDeviceChoice(choice: DeviceChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...loadDeviceChoice(), ...choice }));
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

/** The microphone named, or the remembered one, or any. Echo is cancelled, the gain is set; noise suppression as remembered. */
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

/** The camera named, or the remembered one, or any. */
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
  // The one that was chosen is not plugged in: any other.
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

/** A screen, a window or a tab, with its sound where the browser can. Given up in the browser's own dialog: `denied`. */
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
    // Text stays readable where the line is thin.
    video.contentHint = 'detail';
    return { video, audio: stream.getAudioTracks()[0] ?? null };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

const findObstacle = (): DeviceProblem | undefined =>
  !window.isSecureContext ? 'insecure' : navigator.mediaDevices?.getUserMedia === undefined ? 'unsupported' : undefined;

const problemOf = (error: unknown): DeviceProblem => PROBLEMS[(error as Error).name] ?? 'failed';

/** Switch noise suppression of a microphone that is open, and remember it. False where it takes opening the microphone anew. */
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

/** Called when the device of a track is gone: pulled out, or taken back by its owner. */
export function onGone(track: MediaStreamTrack, listener: () => void): () => void {
  track.addEventListener('ended', listener);
  return () => track.removeEventListener('ended', listener);
}

/** How loud a stream is, 0 to 1, about ten times a second, until it is stopped. Without Web Audio nothing is told. */
export function watchLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  if (stream.getAudioTracks().length === 0) return () => undefined;
  try {
    const context = new AudioContext();
    const meter = context.createAnalyser();
    meter.fftSize = 512;
    context.createMediaStreamSource(stream).connect(meter);
    const samples = new Uint8Array(meter.fftSize);
    // Made before anybody pressed anything, it stands still until somebody does.
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
