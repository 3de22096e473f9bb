import type { MediaJoinToken, VideoLayer } from '@app/contract/live/media-room';
import type {
  Call,
  CallMedia,
  CallNotificationEvent,
  ConferenceMessage,
  EnterCallEvent,
} from '@app/contract/messaging/calls';
import type { ListenMessage } from '@app/contract/messaging/listening';
import { RECONNECT_SECONDS } from '#contract/messaging/calls';
import { createLocalMedia, type Devices, type LocalMedia } from '../../live/media-rooms/local-media.ts';
import type { RemoteAudio } from '../../live/media-rooms/remote-audio.ts';
import type { RoomStats } from '../../live/media-rooms/room-types.ts';
import { createMachine, type Machine } from '../../platform/state-machine.ts';
import {
  type CallIntent,
  type CallNotice,
  type CallSnapshot,
  type CallsEffect,
  type CallsEvent,
  type CallsState,
  type CallTimer,
  type CurrentCall,
  isLive,
  NO_CALLS,
  reduceCalls,
} from './call-state.ts';
import type { TabMessage } from './call-tabs.ts';
import { type CallMediaLink, createCallMedia, type Transports } from './media/call-media.ts';

/** Milliseconds before the second request for the current call; each pause is twice as long as the one before. */
const RETURN_PAUSE_MS = 500;
/** How often tabs are asked whether one of them has the call. */
const TABS_ASKED = 3;

export type RecordingAction = { is: 'ask' } | { is: 'agree' | 'refuse' | 'stop'; id: number };

export interface CallPorts {
  viewerId: number;
  transports: Transports;
  devices: Devices;
  api: {
    start(body: { user_id: number[]; video: 0 | 1; ad_id?: number }): Promise<{ room_id: string; call: Call }>;
    accept(room: string): Promise<Call>;
    decline(room: string): Promise<unknown>;
    hangup(room: string): Promise<unknown>;
    add(room: string, userIds: number[]): Promise<Call>;
    media(room: string): Promise<CallMedia>;
    current(): Promise<CurrentCall>;
  };
  openConnection(
    room: string,
    entryMessage: { type: 'init' | 'visitor' },
    onEvent: (event: EnterCallEvent) => void,
  ): {
    send(message: { type: string } & Record<string, unknown>): void;
    setEntryMessage(message: { type: 'init' | 'visitor' }): void;
    isReachable(): boolean;
    close(): void;
  };
  tabs: { post(message: TabMessage): void };
  createRemoteAudio(onBlocked: (isBlocked: boolean) => void): RemoteAudio;
  /** Plays a ringtone; the returned function stops it. */
  ring(kind: 'incoming' | 'outgoing' | 'knock'): () => void;
  /** Lowers music and pauses voice notes; the returned function restores them. */
  duckOtherAudio(): () => void;
  saveSnapshot(snapshot: CallSnapshot | null): void;
  loadSnapshot(): CallSnapshot | null;
  onNotice(notice: CallNotice): void;
  onMessage(message: ConferenceMessage): void;
  /** The answer to `askClock`. */
  onClock(sent: number, serverMs: number): void;
  createStream?(track: MediaStreamTrack): MediaStream;
}

const messageOf = (error: unknown): string => {
  const { message } = (error as { body?: { message?: string } }).body ?? {};
  return message ?? '';
};

export interface Calls {
  state(): CallsState;
  subscribe(listener: () => void): () => void;
  handleEvent(event: CallNotificationEvent): void;
  handleTabMessage(message: TabMessage): void;
  check(intent: CallIntent | null): void;
  start(userIds: readonly number[], options: { video: boolean; adId?: number | undefined }): Promise<void>;
  answer(video: boolean): Promise<void>;
  decline(): void;
  hangUp(): void;
  rejoin(room?: string): Promise<void>;
  visit(room: string, video: boolean): Promise<void>;
  admit(userId: number, isAdmitted: boolean): void;
  add(userIds: readonly number[]): Promise<boolean>;
  stopRinging(userId: number): void;
  requestMute(userId: number): void;
  dismissMuteRequest(): void;
  setMicrophone(isOn: boolean): void;
  setCamera(isOn: boolean): void;
  share(isOn: boolean): void;
  setHandRaised(isRaised: boolean): void;
  setDataSaver(isOn: boolean): void;
  setPersonLayer(user: number, layer: VideoLayer): void;
  sendRecordingAction(action: RecordingAction): void;
  sendCaptions(message: { type: 'captions' | 'caption' } & Record<string, unknown>): void;
  listen(message: ListenMessage): void;
  askClock(sent: number): void;
  isReachable(): boolean;
  own(): LocalMedia | null;
  remoteAudio(): RemoteAudio | null;
  stats(): Promise<RoomStats | null>;
  leavePage(): void;
  close(): void;
}

interface MediaSession {
  media: CallMediaLink;
  own: LocalMedia;
  remoteAudio: RemoteAudio;
  close(): void;
}

interface MediaSessionEvents {
  dispatch(event: CallsEvent): void;
  signal(to: number, data: object): void;
  renewJoinToken(): Promise<MediaJoinToken | null>;
}

/** Opens what one call needs of this browser: its media, the devices of the user and the sound of the others. */
function openMediaSession(ports: CallPorts, { dispatch, signal, renewJoinToken }: MediaSessionEvents): MediaSession {
  const restoreOtherAudio = ports.duckOtherAudio();
  const remoteAudio = ports.createRemoteAudio((isBlocked) => dispatch({ type: 'soundBlocked', isBlocked }));
  const { speaker } = ports.devices.loadDeviceChoice();
  if (speaker !== undefined && speaker !== '') remoteAudio.setSpeaker(speaker);
  const media = createCallMedia({
    transports: ports.transports,
    signal,
    renewJoinToken,
    onChange(view) {
      remoteAudio.set(view.streams);
      dispatch({ type: 'mediaChanged', view });
    },
    onStuck: () => dispatch({ type: 'mediaStuck' }),
    onEnd: () => dispatch({ type: 'mediaReplaced' }),
  });
  const own = createLocalMedia({
    devices: ports.devices,
    publish: media.publish,
    mute: media.mute,
    onChange: (view) => dispatch({ type: 'localMediaChanged', view }),
    onLost: (kind) => ports.onNotice({ is: kind === 'microphone' ? 'lost_microphone' : 'lost_camera' }),
    ...(ports.createStream && { createStream: ports.createStream }),
  });
  // A microphone that is off from the start is announced, because no track will arrive to show its state.
  for (const kind of ['audio', 'video', 'screen'] as const) media.mute(kind, true);
  return {
    media,
    own,
    remoteAudio,
    close() {
      media.close();
      own.close();
      remoteAudio.close();
      restoreOtherAudio();
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the calls of this page: holds their state and owns timers, connection, media and requests. */
class CallsRunner {
  readonly #ports: CallPorts;
  readonly #timers = new Map<CallTimer, ReturnType<typeof setTimeout>>();
  readonly #machine: Machine<CallsState, CallsEvent>;
  #requests: (Promise<void> | undefined)[] = [];
  #stopRingtone: (() => void) | undefined;
  #isClosed = false;
  connection: ReturnType<CallPorts['openConnection']> | undefined;
  session: MediaSession | undefined;

  constructor(ports: CallPorts) {
    this.#ports = ports;
    this.#machine = createMachine<CallsState, CallsEvent, CallsEffect>(
      (state, event) => reduceCalls(state, event, { viewerId: ports.viewerId, now: Date.now() }),
      NO_CALLS,
      (effect) => this.#requests.push(this.#run(effect)),
    );
  }

  get machine(): Machine<CallsState, never> {
    return this.#machine;
  }

  /** Resolves when the requests that the event causes are answered. */
  async dispatch(event: CallsEvent): Promise<void> {
    this.#machine.send(event);
    await Promise.all(this.#requests.splice(0));
  }

  #run(effect: CallsEffect): Promise<void> | undefined {
    const ports = this.#ports;
    switch (effect.do) {
      case 'notify':
        ports.onNotice(effect.notice);
        return;
      case 'startRingtone':
        this.#stopRingtone ??= ports.ring(effect.kind);
        return;
      case 'stopRingtone':
        this.#stopRingtone?.();
        this.#stopRingtone = undefined;
        return;
      case 'playKnock':
        ports.ring('knock');
        return;
      case 'startTimer':
        this.#timers.set(
          effect.timer,
          setTimeout(() => this.dispatch({ type: 'timeout', timer: effect.timer }), effect.ms),
        );
        return;
      case 'stopTimer':
        clearTimeout(this.#timers.get(effect.timer));
        return;
      case 'openMedia':
        return this.#openMedia(effect);
      case 'release':
        this.connection?.close();
        this.session?.close();
        this.connection = this.session = undefined;
        return;
      case 'connect':
        this.connection = ports.openConnection(effect.room, { type: effect.entryType }, (event) => {
          void this.dispatch({ type: 'room', room: effect.room, event });
        });
        return;
      case 'setEntryType':
        this.connection?.setEntryMessage({ type: effect.entryType });
        return;
      case 'send':
        this.connection?.send(effect.message);
        return;
      case 'applyMedia':
        this.session?.media.applyMedia(effect.media);
        return;
      case 'receiveSignal':
        this.session?.media.receiveSignal(effect.from, effect.data);
        return;
      case 'showMessage':
        ports.onMessage(effect.message);
        return;
      case 'receiveClock':
        ports.onClock(effect.sent, effect.serverMs);
        return;
      case 'saveSnapshot':
        ports.saveSnapshot(effect.snapshot);
        return;
      case 'postToTabs':
        ports.tabs.post(effect.message);
        return;
      default:
        return this.#request(effect);
    }
  }

  #openMedia(devicesOn: { microphone: boolean; camera: boolean }): undefined {
    const session = openMediaSession(this.#ports, {
      dispatch: (event) => void this.dispatch(event),
      signal: (to, data) => this.connection?.send({ type: 'signal', to, data }),
      renewJoinToken: () => this.#renewJoinToken(),
    });
    this.session = session;
    if (devicesOn.microphone) void session.own.setMicrophone(true);
    if (devicesOn.camera) void session.own.setCamera(true);
  }

  async #renewJoinToken(): Promise<MediaJoinToken | null> {
    const room = this.machine.state().running?.room;
    if (!room) return null;
    try {
      return (await this.#ports.api.media(room)).seat ?? null;
    } catch {
      return null;
    }
  }

  async #request(effect: Extract<CallsEffect, { do: `request${string}` }>): Promise<void> {
    const { api } = this.#ports;
    if (effect.do === 'requestHangUp') return void api.hangup(effect.room).catch(() => undefined);
    if (effect.do === 'requestDecline') {
      const forget = (): void => void this.dispatch({ type: 'declined', room: effect.room });
      return void api.decline(effect.room).then(forget, forget);
    }
    const { callNumber } = effect;
    try {
      if (effect.do === 'requestAccept') {
        const call = await api.accept(effect.room);
        await this.dispatch({ type: 'accepted', callNumber, room: effect.room, call });
      } else {
        const { userIds, video, adId } = effect;
        const { room_id, call } = await api.start({
          user_id: [...userIds],
          video: video ? 1 : 0,
          ...(adId !== undefined && { ad_id: adId }),
        });
        await this.dispatch({ type: 'started', callNumber, room: room_id, call });
      }
    } catch (error) {
      await this.dispatch({ type: 'refused', callNumber, message: messageOf(error) });
    }
  }

  async rejoin(named?: string): Promise<void> {
    const snapshot = this.#ports.loadSnapshot();
    const room = named ?? snapshot?.room;
    if (room === undefined || !this.#isFree() || (await this.#isElsewhere(room))) return;
    await this.dispatch({ type: 'returning', isReturning: true });
    const found = await this.#findCurrent();
    await this.dispatch({ type: 'returning', isReturning: false });
    if (!this.#isFree() || (await this.#isElsewhere(room))) return;
    if (found !== null) await this.dispatch({ type: 'rejoin', room, isNamed: named !== undefined, snapshot, found });
    else this.#ports.onNotice({ is: 'refused', message: '' });
  }

  #isFree(): boolean {
    return !this.#isClosed && this.machine.state().running === null;
  }

  /** The page that this one replaces may still answer for its call, so that a tab has the call only if it says so again. */
  async #isElsewhere(room: string): Promise<boolean> {
    const isSaid = (): boolean => this.machine.state().elsewhere === room;
    for (let asked = 0; asked < TABS_ASKED && isSaid(); asked += 1) {
      await this.dispatch({ type: 'tab', message: { is: 'over', room } });
      this.#ports.tabs.post({ is: 'who' });
      await pause(RETURN_PAUSE_MS * 2 ** asked);
    }
    return isSaid();
  }

  /** Asks until the server answers; null when it does not for as long as it holds the place in the call. */
  async #findCurrent(): Promise<CurrentCall | null> {
    const end = Date.now() + RECONNECT_SECONDS * 1000;
    for (let pauseMs = RETURN_PAUSE_MS; this.#isFree(); pauseMs *= 2) {
      const found = await this.#ports.api.current().catch(() => null);
      if (found !== null || Date.now() + pauseMs > end) return found;
      await pause(pauseMs);
    }
    return null;
  }

  close(): void {
    this.#isClosed = true;
    void this.dispatch({ type: 'close' });
  }

  async add(userIds: readonly number[]): Promise<boolean> {
    const room = this.machine.state().running?.room;
    if (!room) return false;
    try {
      const call = await this.#ports.api.add(room, [...userIds]);
      await this.dispatch({ type: 'added', room, call });
      return true;
    } catch (error) {
      this.#ports.onNotice({ is: 'refused', message: messageOf(error) });
      return false;
    }
  }
}

export function createCalls(ports: CallPorts): Calls {
  const runner = new CallsRunner(ports);
  const dispatch = (event: CallsEvent): void => void runner.dispatch(event);
  const send = (message: { type: string } & Record<string, unknown>): void => runner.connection?.send(message);
  return {
    state: runner.machine.state,
    subscribe: runner.machine.subscribe,
    handleEvent: (event) => dispatch({ type: 'notification', event }),
    handleTabMessage: (message) => dispatch({ type: 'tab', message }),
    check: (intent) => dispatch({ type: 'check', intent }),
    start: (userIds, options) => runner.dispatch({ type: 'start', userIds, ...options }),
    answer: (video) => runner.dispatch({ type: 'answer', video }),
    decline: () => dispatch({ type: 'decline' }),
    hangUp: () => dispatch({ type: 'hangUp' }),
    rejoin: (room) => runner.rejoin(room),
    visit: (room, video) => runner.dispatch({ type: 'visit', room, video }),
    admit: (userId, isAdmitted) => send({ type: 'visitor', user_id: userId, admit: isAdmitted ? 1 : 0 }),
    add: (userIds) => runner.add(userIds),
    stopRinging: (userId) => send({ type: 'hangup', user_id: userId }),
    requestMute: (userId) => send({ type: 'mute', user_id: userId }),
    dismissMuteRequest: () => dispatch({ type: 'dismissMuteRequest' }),
    setMicrophone: (isOn) => void runner.session?.own.setMicrophone(isOn),
    setCamera: (isOn) => void runner.session?.own.setCamera(isOn),
    share: (isOn) => void runner.session?.own.share(isOn),
    setHandRaised(isRaised) {
      runner.session?.media.hand(isRaised);
      dispatch({ type: 'handRaised', isRaised });
    },
    setDataSaver: (isOn) => runner.session?.media.setDataSaver(isOn),
    setPersonLayer: (user, layer) => runner.session?.media.setPersonLayer(user, layer),
    sendRecordingAction: (action) => send({ type: 'record', ...action }),
    sendCaptions: send,
    listen: (message) => send({ type: 'listen', ...message }),
    askClock: (sent) => send({ type: 'clock', sent }),
    isReachable: () => runner.connection?.isReachable() === true,
    own: () => runner.session?.own ?? null,
    remoteAudio: () => runner.session?.remoteAudio ?? null,
    stats: async () => runner.session?.media.stats() ?? null,
    leavePage() {
      const { running } = runner.machine.state();
      if (isLive(running) && running.room !== '') send({ type: 'exit' });
    },
    close: () => runner.close(),
  };
}
