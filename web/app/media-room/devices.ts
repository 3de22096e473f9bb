export type DeviceKind = 'audioinput' | 'videoinput' | 'audiooutput';

export interface Device {
  id: string;
  kind: DeviceKind;
  /** Empty until a permission was given. */
  label: string;
}

/** Why nothing was opened; the names are those of the texts. */
export type DeviceProblem = 'denied' | 'none' | 'busy' | 'insecure' | 'unsupported' | 'failed';

export type Opened = { track: MediaStreamTrack } | { problem: DeviceProblem };

/** Remembered in this browser. */
export interface DeviceChoice {
  microphone?: string;
  camera?: string;
  speaker?: string;
  /** Undefined is on. */
  isNoiseSuppressed?: boolean;
  isBlurred?: boolean;
}

/** What there is, the browser's default first; never fails. */
export async function listDevices(): Promise<readonly Device[]> {
  return [];
}

/** Hear when something is plugged in or pulled out. */
export function watchDevices(_onChange: (devices: readonly Device[]) => void): () => void {
  return () => undefined;
}

export function readChoice(): DeviceChoice {
  return {};
}

/** Keep a choice; what is left out stays. */
export function keepChoice(_choice: DeviceChoice): void {}

/** The remembered microphone, or the one named, or any. Echo is cancelled, the gain is set; noise suppression as remembered. */
export async function openMicrophone(_deviceId?: string): Promise<Opened> {
  return { problem: 'unsupported' };
}

export async function openCamera(_deviceId?: string): Promise<Opened> {
  return { problem: 'unsupported' };
}

/** A screen, a window or a tab, with its sound where the browser can. Given up in the browser's own dialog: `denied`. */
export async function openScreen(): Promise<
  { video: MediaStreamTrack; audio: MediaStreamTrack | null } | { problem: DeviceProblem }
> {
  return { problem: 'unsupported' };
}

/** Switch noise suppression of a microphone that is open, and remember it. False where the browser cannot do it without opening anew. */
export async function setNoiseSuppression(_track: MediaStreamTrack, _isOn: boolean): Promise<boolean> {
  return false;
}

/** Called when the device of a track is gone: pulled out, or taken back by its owner. */
export function onGone(_track: MediaStreamTrack, _onGone: () => void): () => void {
  return () => undefined;
}

/** How loud a stream is, 0 to 1, about ten times a second, until it is stopped. */
export function watchLevel(_stream: MediaStream, _onLevel: (level: number) => void): () => void {
  return () => undefined;
}
