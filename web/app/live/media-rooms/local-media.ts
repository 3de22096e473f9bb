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

/**
 * Manages microphone, camera and screen of this page. Switching the camera off stops its track, so that its light goes
 * out.
 */
export function createLocalMedia({
  devices,
  publish,
  mute,
  onChange,
  onLost,
  createStream,
}: LocalMediaPorts): LocalMedia {
  const streamOf = createStream ?? ((track: MediaStreamTrack) => new MediaStream([track]));
  let view: LocalMediaView = {
    ...NO_LOCAL_MEDIA,
    isNoiseSuppressed: devices.loadDeviceChoice().isNoiseSuppressed !== false,
  };
  let microphone: MediaStreamTrack | null = null;
  let camera: MediaStreamTrack | null = null;
  let screen: { video: MediaStreamTrack; audio: MediaStreamTrack | null } | null = null;
  let blurred: Blur | null = null;
  let unwatchMicrophone: () => void = () => undefined;
  let unwatchCamera: () => void = () => undefined;
  let unwatchScreen: () => void = () => undefined;
  let isClosed = false;

  function change(part: Partial<LocalMediaView>): void {
    if (isClosed) return;
    view = { ...view, ...part };
    onChange(view);
  }

  function stopMicrophone(): void {
    unwatchMicrophone();
    microphone?.stop();
    microphone = null;
  }

  function stopCamera(): void {
    unwatchCamera();
    blurred?.stop();
    blurred = null;
    camera?.stop();
    camera = null;
  }

  async function openMicrophone(deviceId?: string): Promise<void> {
    change({ microphone: { ...view.microphone, isOpening: true, problem: null } });
    const opened = await devices.openMicrophone(deviceId);
    if ('problem' in opened) {
      change({ microphone: { isOn: microphone !== null, isOpening: false, problem: opened.problem } });
      mute('audio', microphone === null);
      return;
    }
    if (isClosed) return opened.track.stop();
    stopMicrophone();
    const { track } = opened;
    microphone = track;
    unwatchMicrophone = devices.onGone(track, () => {
      stopMicrophone();
      publish({ audio: null });
      mute('audio', true);
      change({ microphone: { ...TRACK_OFF, problem: 'none' }, sound: null });
      onLost('microphone');
    });
    publish({ audio: track });
    mute('audio', false);
    change({ microphone: { isOn: true, isOpening: false, problem: null }, sound: streamOf(track) });
  }

  async function openCamera(deviceId?: string): Promise<void> {
    change({ camera: { ...view.camera, isOpening: true, problem: null } });
    const opened = await devices.openCamera(deviceId);
    if ('problem' in opened) {
      change({ camera: { isOn: camera !== null, isOpening: false, problem: opened.problem } });
      mute('video', camera === null);
      return;
    }
    if (isClosed) return opened.track.stop();
    stopCamera();
    const { track } = opened;
    camera = track;
    unwatchCamera = devices.onGone(track, () => {
      stopCamera();
      publish({ video: null });
      mute('video', true);
      change({ camera: { ...TRACK_OFF, problem: 'none' }, picture: null });
      onLost('camera');
    });
    publish({ video: track });
    mute('video', false);
    change({ camera: { isOn: true, isOpening: false, problem: null }, picture: streamOf(track) });
    if (devices.loadDeviceChoice().isBlurred === true) await blur(true);
  }

  function showCamera(): void {
    if (camera === null) return;
    publish({ video: camera });
    change({ picture: streamOf(camera) });
  }

  async function blur(isOn: boolean): Promise<void> {
    devices.saveDeviceChoice({ isBlurred: isOn });
    if (!isOn) {
      blurred?.stop();
      blurred = null;
      change({ blur: 'off' });
      showCamera();
      return;
    }
    const source = camera;
    if (source === null) {
      change({ blur: 'on' });
      return;
    }
    change({ blur: 'starting' });
    const giveUp = (problem: BlurProblem): void => {
      if (camera !== source) return;
      blurred?.stop();
      blurred = null;
      devices.saveDeviceChoice({ isBlurred: false });
      change({ blur: problem });
      showCamera();
    };
    const newBlur = await devices.blurBackground(source, giveUp);
    if ('problem' in newBlur) return giveUp(newBlur.problem);
    if (camera !== source || isClosed || view.blur !== 'starting') return newBlur.stop();
    blurred = newBlur;
    publish({ video: newBlur.track });
    change({ blur: 'on', picture: streamOf(newBlur.track) });
  }

  function endScreen(): void {
    unwatchScreen();
    screen?.video.stop();
    screen?.audio?.stop();
    screen = null;
  }

  return {
    view: () => view,
    async setMicrophone(isOn) {
      if (view.microphone.isOpening) return;
      if (isOn && microphone === null) return openMicrophone();
      if (microphone !== null) microphone.enabled = isOn;
      mute('audio', !isOn);
      change({ microphone: { isOn, isOpening: false, problem: isOn ? null : view.microphone.problem } });
    },
    async setCamera(isOn) {
      if (view.camera.isOpening) return;
      if (isOn && camera === null) return openCamera();
      if (isOn) return;
      stopCamera();
      publish({ video: null });
      mute('video', true);
      change({ camera: TRACK_OFF, picture: null, blur: devices.loadDeviceChoice().isBlurred === true ? 'on' : 'off' });
    },
    async share(isOn) {
      if (!isOn) {
        endScreen();
        publish({ screen: null, screenAudio: null });
        mute('screen', true);
        change({ isSharing: false, screen: null, screenSound: null });
        return;
      }
      const opened = await devices.openScreen();
      // Dismissing the browser's screen dialog is no error.
      if ('problem' in opened) return;
      if (isClosed) {
        opened.video.stop();
        opened.audio?.stop();
        return;
      }
      endScreen();
      screen = opened;
      unwatchScreen = devices.onGone(opened.video, () => {
        endScreen();
        publish({ screen: null, screenAudio: null });
        mute('screen', true);
        change({ isSharing: false, screen: null, screenSound: null });
      });
      publish({ screen: opened.video, screenAudio: opened.audio });
      mute('screen', false);
      const screenSound = opened.audio === null ? null : streamOf(opened.audio);
      change({ isSharing: true, screen: streamOf(opened.video), screenSound });
    },
    async changeMicrophone(deviceId) {
      devices.saveDeviceChoice({ microphone: deviceId });
      if (microphone === null) return;
      const { isOn } = view.microphone;
      await openMicrophone(deviceId);
      if (!isOn) {
        if (microphone !== null) microphone.enabled = false;
        mute('audio', true);
        change({ microphone: { ...view.microphone, isOn: false } });
      }
    },
    async changeCamera(deviceId) {
      devices.saveDeviceChoice({ camera: deviceId });
      if (camera !== null) await openCamera(deviceId);
    },
    async suppressNoise(isOn) {
      devices.saveDeviceChoice({ isNoiseSuppressed: isOn });
      change({ isNoiseSuppressed: isOn });
      if (microphone === null || (await devices.setNoiseSuppression(microphone, isOn))) return;
      const { isOn: wasOn } = view.microphone;
      await openMicrophone();
      if (!wasOn && microphone !== null) {
        microphone.enabled = false;
        mute('audio', true);
        change({ microphone: { ...view.microphone, isOn: false } });
      }
    },
    blur,
    close() {
      isClosed = true;
      stopMicrophone();
      stopCamera();
      endScreen();
    },
  };
}
