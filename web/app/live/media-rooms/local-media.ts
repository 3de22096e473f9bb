import type { Blur, BlurProblem } from './blur.ts';
import type { DeviceChoice, DeviceProblem, OpenResult } from './devices.ts';
import type { MutedKind, PublishedTracks } from './room-types.ts';

export interface LocalTrack {
  isOn: boolean;
  isOpening: boolean;
  problem: DeviceProblem | null;
}

export interface LocalMediaView {
  microphone: LocalTrack;
  camera: LocalTrack;
  isSharing: boolean;
  picture: MediaStream | null;
  sound: MediaStream | null;
  screen: MediaStream | null;
  /** The sound of a shared screen, where the browser provides it. */
  screenSound: MediaStream | null;
  isNoiseSuppressed: boolean;
  blur: 'off' | 'starting' | 'on' | BlurProblem;
}

export interface Devices {
  openMicrophone(deviceId?: string): Promise<OpenResult>;
  openCamera(deviceId?: string): Promise<OpenResult>;
  openScreen(): Promise<{ video: MediaStreamTrack; audio: MediaStreamTrack | null } | { problem: DeviceProblem }>;
  setNoiseSuppression(track: MediaStreamTrack, isOn: boolean): Promise<boolean>;
  onGone(track: MediaStreamTrack, onGone: () => void): () => void;
  loadDeviceChoice(): DeviceChoice;
  saveDeviceChoice(choice: DeviceChoice): void;
  blurBackground(
    camera: MediaStreamTrack,
    onGivenUp: (problem: BlurProblem) => void,
  ): Promise<Blur | { problem: BlurProblem }>;
}

interface LocalMediaPorts {
  devices: Devices;
  publish(tracks: PublishedTracks): void;
  mute(kind: MutedKind, muted: boolean): void;
  onChange(view: LocalMediaView): void;
  /** A device that was on was unplugged, or its permission was revoked. */
  onLost(kind: 'microphone' | 'camera'): void;
  createStream?(track: MediaStreamTrack): MediaStream;
}

export interface LocalMedia {
  view(): LocalMediaView;
  setMicrophone(isOn: boolean): Promise<void>;
  setCamera(isOn: boolean): Promise<void>;
  share(isOn: boolean): Promise<void>;
  changeMicrophone(deviceId: string): Promise<void>;
  changeCamera(deviceId: string): Promise<void>;
  suppressNoise(isOn: boolean): Promise<void>;
  blur(isOn: boolean): Promise<void>;
  close(): void;
}

const TRACK_OFF: LocalTrack = { isOn: false, isOpening: false, problem: null };
export const NO_LOCAL_MEDIA: LocalMediaView = {
  microphone: TRACK_OFF,
  camera: TRACK_OFF,
  isSharing: false,
  picture: null,
  sound: null,
  screen: null,
  screenSound: null,
  isNoiseSuppressed: true,
  blur: 'off',
};

export const createLocalMedia = (ports: LocalMediaPorts): LocalMedia => new OwnMedia(ports);

/**
 * Manages microphone, camera and screen of this page. Switching the camera off stops its track, so that its light goes
 * out.
 */
class OwnMedia implements LocalMedia {
  readonly #ports: LocalMediaPorts;
  readonly #devices: Devices;
  #view: LocalMediaView;
  #microphone: MediaStreamTrack | null = null;
  #camera: MediaStreamTrack | null = null;
  #screen: { video: MediaStreamTrack; audio: MediaStreamTrack | null } | null = null;
  #blurred: Blur | null = null;
  #unwatchMicrophone: () => void = () => undefined;
  #unwatchCamera: () => void = () => undefined;
  #unwatchScreen: () => void = () => undefined;
  #isClosed = false;

  constructor(ports: LocalMediaPorts) {
    this.#ports = ports;
    this.#devices = ports.devices;
    this.#view = { ...NO_LOCAL_MEDIA, isNoiseSuppressed: ports.devices.loadDeviceChoice().isNoiseSuppressed !== false };
  }

  view(): LocalMediaView {
    return this.#view;
  }

  #change(part: Partial<LocalMediaView>): void {
    if (this.#isClosed) return;
    this.#view = { ...this.#view, ...part };
    this.#ports.onChange(this.#view);
  }

  #streamOf(track: MediaStreamTrack): MediaStream {
    return this.#ports.createStream?.(track) ?? new MediaStream([track]);
  }

  #stopMicrophone(): void {
    this.#unwatchMicrophone();
    this.#microphone?.stop();
    this.#microphone = null;
  }

  #stopBlur(): void {
    this.#blurred?.stop();
    this.#blurred = null;
  }

  #stopCamera(): void {
    this.#unwatchCamera();
    this.#stopBlur();
    this.#camera?.stop();
    this.#camera = null;
  }

  #stopScreen(): void {
    this.#unwatchScreen();
    this.#screen?.video.stop();
    this.#screen?.audio?.stop();
    this.#screen = null;
  }

  async #openMicrophone(deviceId?: string): Promise<void> {
    const { publish, mute, onLost } = this.#ports;
    this.#change({ microphone: { ...this.#view.microphone, isOpening: true, problem: null } });
    const opened = await this.#devices.openMicrophone(deviceId);
    if ('problem' in opened) {
      const isOn = this.#microphone !== null;
      this.#change({ microphone: { isOn, isOpening: false, problem: opened.problem } });
      mute('audio', !isOn);
      return;
    }
    if (this.#isClosed) return opened.track.stop();
    this.#stopMicrophone();
    const { track } = opened;
    this.#microphone = track;
    this.#unwatchMicrophone = this.#devices.onGone(track, () => {
      this.#stopMicrophone();
      publish({ audio: null });
      mute('audio', true);
      this.#change({ microphone: { ...TRACK_OFF, problem: 'none' }, sound: null });
      onLost('microphone');
    });
    publish({ audio: track });
    mute('audio', false);
    this.#change({ microphone: { isOn: true, isOpening: false, problem: null }, sound: this.#streamOf(track) });
  }

  /** Opens the microphone anew with other settings; one that was off stays silent. */
  async #reopenMicrophone(deviceId?: string): Promise<void> {
    const { isOn } = this.#view.microphone;
    await this.#openMicrophone(deviceId);
    if (isOn) return;
    if (this.#microphone !== null) this.#microphone.enabled = false;
    this.#ports.mute('audio', true);
    this.#change({ microphone: { ...this.#view.microphone, isOn: false } });
  }

  async #openCamera(deviceId?: string): Promise<void> {
    const { publish, mute, onLost } = this.#ports;
    this.#change({ camera: { ...this.#view.camera, isOpening: true, problem: null } });
    const opened = await this.#devices.openCamera(deviceId);
    if ('problem' in opened) {
      const isOn = this.#camera !== null;
      this.#change({ camera: { isOn, isOpening: false, problem: opened.problem } });
      mute('video', !isOn);
      return;
    }
    if (this.#isClosed) return opened.track.stop();
    this.#stopCamera();
    const { track } = opened;
    this.#camera = track;
    this.#unwatchCamera = this.#devices.onGone(track, () => {
      this.#stopCamera();
      publish({ video: null });
      mute('video', true);
      this.#change({ camera: { ...TRACK_OFF, problem: 'none' }, picture: null });
      onLost('camera');
    });
    publish({ video: track });
    mute('video', false);
    this.#change({ camera: { isOn: true, isOpening: false, problem: null }, picture: this.#streamOf(track) });
    if (this.#devices.loadDeviceChoice().isBlurred === true) await this.blur(true);
  }

  /** Shows the camera without blur. */
  #showCamera(blur: LocalMediaView['blur']): void {
    this.#stopBlur();
    this.#change({ blur });
    if (this.#camera === null) return;
    this.#ports.publish({ video: this.#camera });
    this.#change({ picture: this.#streamOf(this.#camera) });
  }

  #endShare(): void {
    this.#stopScreen();
    this.#ports.publish({ screen: null, screenAudio: null });
    this.#ports.mute('screen', true);
    this.#change({ isSharing: false, screen: null, screenSound: null });
  }

  async setMicrophone(isOn: boolean): Promise<void> {
    if (this.#view.microphone.isOpening) return;
    if (isOn && this.#microphone === null) return this.#openMicrophone();
    if (this.#microphone !== null) this.#microphone.enabled = isOn;
    this.#ports.mute('audio', !isOn);
    const problem = isOn ? null : this.#view.microphone.problem;
    this.#change({ microphone: { isOn, isOpening: false, problem } });
  }

  async setCamera(isOn: boolean): Promise<void> {
    if (this.#view.camera.isOpening) return;
    if (isOn && this.#camera === null) return this.#openCamera();
    if (isOn) return;
    this.#stopCamera();
    this.#ports.publish({ video: null });
    this.#ports.mute('video', true);
    const blur = this.#devices.loadDeviceChoice().isBlurred === true ? 'on' : 'off';
    this.#change({ camera: TRACK_OFF, picture: null, blur });
  }

  async share(isOn: boolean): Promise<void> {
    if (!isOn) return this.#endShare();
    const opened = await this.#devices.openScreen();
    // Dismissing the browser's screen dialog is no error.
    if ('problem' in opened) return;
    const { video, audio } = opened;
    if (this.#isClosed) {
      video.stop();
      audio?.stop();
      return;
    }
    this.#stopScreen();
    this.#screen = opened;
    this.#unwatchScreen = this.#devices.onGone(video, () => this.#endShare());
    this.#ports.publish({ screen: video, screenAudio: audio });
    this.#ports.mute('screen', false);
    const screenSound = audio === null ? null : this.#streamOf(audio);
    this.#change({ isSharing: true, screen: this.#streamOf(video), screenSound });
  }

  async changeMicrophone(deviceId: string): Promise<void> {
    this.#devices.saveDeviceChoice({ microphone: deviceId });
    if (this.#microphone !== null) await this.#reopenMicrophone(deviceId);
  }

  async changeCamera(deviceId: string): Promise<void> {
    this.#devices.saveDeviceChoice({ camera: deviceId });
    if (this.#camera !== null) await this.#openCamera(deviceId);
  }

  async suppressNoise(isOn: boolean): Promise<void> {
    this.#devices.saveDeviceChoice({ isNoiseSuppressed: isOn });
    this.#change({ isNoiseSuppressed: isOn });
    if (this.#microphone === null || (await this.#devices.setNoiseSuppression(this.#microphone, isOn))) return;
    await this.#reopenMicrophone();
  }

  async blur(isOn: boolean): Promise<void> {
    this.#devices.saveDeviceChoice({ isBlurred: isOn });
    if (!isOn) return this.#showCamera('off');
    const source = this.#camera;
    if (source === null) return this.#change({ blur: 'on' });
    this.#change({ blur: 'starting' });
    const giveUp = (problem: BlurProblem): void => {
      if (this.#camera !== source) return;
      this.#devices.saveDeviceChoice({ isBlurred: false });
      this.#showCamera(problem);
    };
    const blurred = await this.#devices.blurBackground(source, giveUp);
    if ('problem' in blurred) return giveUp(blurred.problem);
    if (this.#camera !== source || this.#isClosed || this.#view.blur !== 'starting') return blurred.stop();
    this.#blurred = blurred;
    this.#ports.publish({ video: blurred.track });
    this.#change({ blur: 'on', picture: this.#streamOf(blurred.track) });
  }

  close(): void {
    this.#isClosed = true;
    this.#stopMicrophone();
    this.#stopCamera();
    this.#stopScreen();
  }
}
