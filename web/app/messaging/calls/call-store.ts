import type { MediaJoinToken, VideoLayer } from '@app/contract/live/media-room';
import type {
  Call,
  CallMedia,
  CallNotificationEvent,
  CallParticipant,
  CallRing,
  ConferenceMessage,
  EnterCallEvent,
  HangupReason,
  RecordingEvent,
} from '@app/contract/messaging/calls';
import {
  createLocalMedia,
  type Devices,
  type LocalMedia,
  type LocalMediaView,
  NO_LOCAL_MEDIA,
} from '../../live/media-rooms/local-media.ts';
import type { RemoteAudio } from '../../live/media-rooms/remote-audio.ts';
import type { RoomStats } from '../../live/media-rooms/room-types.ts';
import type { TabMessage } from './call-tabs.ts';
import { type CallMediaLink, createCallMedia, type MediaView, NO_MEDIA, type Transports } from './media/call-media.ts';

/**
 * State of the call in this page: `starting` until the server has created it, `ringing` the others, `connecting`,
 * `running`; `visiting`: waits to be let in; `over`: shows for a moment why the call ended.
 */
export type CallPhase = 'starting' | 'ringing' | 'connecting' | 'running' | 'visiting' | 'over';

export type CallEndReason = Exclude<HangupReason, 'answered_elsewhere' | 'entered_elsewhere'>;

export interface ActiveCall {
  room: string;
  phase: CallPhase;
  call: Call | null;
  /** When the first person accepted, in milliseconds of this browser's clock. */
  began: number | null;
  endReason: CallEndReason | null;
  media: MediaView;
  own: LocalMediaView;
  isRaised: boolean;
  muteRequestedBy: string | null;
  /** The browser blocks sound until the user interacts with the page. */
  isSilent: boolean;
}

/** What the user wants to do before the device check: call people, or answer a ring. */
export type CallIntent =
  | { of: 'start'; userIds: readonly number[]; video: boolean; adId?: number | undefined }
  | { of: 'answer'; ring: CallRing; video: boolean }
  | { of: 'visit'; room: string; video: boolean };

export interface CallsState {
  ring: CallRing | null;
  running: ActiveCall | null;
  check: CallIntent | null;
  /** The room of a call that another tab of this browser runs. */
  elsewhere: string | null;
}

export type CallNotice =
  | { is: 'refused'; message: string }
  | { is: 'knock'; name: string }
  | { is: 'elsewhere' | 'entered_elsewhere' | 'busy_here' | 'lost_microphone' | 'lost_camera' }
  | { is: 'came' | 'went'; name: string }
  /** Somebody else ended a recording, or the asking for one. */
  | { is: 'recording'; state: Extract<RecordingEvent, 'refused' | 'cancelled' | 'stopped'>; name: string };

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
    current(): Promise<{ call: Call | null; ring: Call | null }>;
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
  createStream?(track: MediaStreamTrack): MediaStream;
}

export interface CallSnapshot {
  room: string;
  microphone: boolean;
  camera: boolean;
}

/** Milliseconds. */
export const END_REASON_SHOWN_MS = 2500;
/** Milliseconds between attempts to reach a media server that is unavailable. */
const MEDIA_AGAIN_MS = 3000;
const NO_CALLS: CallsState = { ring: null, running: null, check: null, elsewhere: null };

const messageOf = (error: unknown): string => {
  const { message } = (error as { body?: { message?: string } }).body ?? {};
  return message ?? '';
};

const isEnd = (state: RecordingEvent): state is 'refused' | 'cancelled' | 'stopped' =>
  state === 'refused' || state === 'cancelled' || state === 'stopped';

/** Participants who are in the call or being rung, without the viewer. */
export const othersIn = (call: Call, viewerId: number): CallParticipant[] =>
  call.people.filter(
    ({ user_id, state }) => user_id !== viewerId && (state === 'joined' || state === 'away' || state === 'ringing'),
  );

export const visitorsOf = (call: Call | null): CallParticipant[] =>
  call?.people.filter(({ state }) => state === 'visiting') ?? [];

/** Counts the participants that count towards the limit of eight. */
export const countOccupiedPlaces = (call: Call | null): number =>
  call?.people.filter(({ state }) => state === 'joined' || state === 'away' || state === 'ringing').length ?? 0;

/** Builds a ring event from a call that was read from the API. */
const callRingOf = (call: Call, viewerId: number): CallRing | null => {
  const from = call.people.find(({ user_id }) => user_id === call.started_by) ?? othersIn(call, viewerId)[0];
  if (from === undefined || call.rings_until === null) return null;
  const others = othersIn(call, viewerId);
  return {
    room_id: call.room_id,
    users: others.map(({ user_id }) => user_id),
    names: others.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim()),
    user_id: from.user_id,
    firstname: from.firstname,
    lastname: from.lastname,
    photo: from.photo,
    video: call.video,
    ad: call.ad,
    rings_until: call.rings_until,
  };
};

/** Returns why a finished call ended, as its caller sees it. */
function endReasonOf(call: Call, viewerId: number): CallEndReason {
  const me = call.people.find(({ user_id }) => user_id === viewerId);
  if (call.started !== null) return me?.state === 'joined' || me?.state === 'away' ? 'alone' : 'left';
  const states = new Set(call.people.filter(({ user_id }) => user_id !== viewerId).map(({ state }) => state));
  if (states.has('busy')) return 'busy';
  if (states.has('declined')) return 'declined';
  return 'missed';
}

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
  isReachable(): boolean;
  own(): LocalMedia | null;
  remoteAudio(): RemoteAudio | null;
  stats(): Promise<RoomStats | null>;
  leavePage(): void;
  close(): void;
}

export function createCalls(ports: CallPorts): Calls {
  const { viewerId, api, tabs } = ports;
  const listeners = new Set<() => void>();
  let state = NO_CALLS;
  let stopRingtone: (() => void) | undefined;
  let ringTimer: ReturnType<typeof setTimeout> | undefined;
  let endReasonTimer: ReturnType<typeof setTimeout> | undefined;
  let mediaRetryTimer: ReturnType<typeof setTimeout> | undefined;
  let restoreOtherAudio: (() => void) | undefined;
  /** Counts the calls of this page; results that belong to an earlier call are ignored. */
  let callNumber = 0;
  let connection: ReturnType<CallPorts['openConnection']> | undefined;
  let media: CallMediaLink | undefined;
  let own: LocalMedia | undefined;
  let remoteAudio: RemoteAudio | undefined;
  /** Ids of participants whose joining was announced; a participant who reconnects is not announced again. */
  const announcedUserIds = new Set<number>();
  /** Rooms that were answered or declined here; late events of their rings are ignored. */
  const handledRooms = new Set<string>();

  function set(part: Partial<CallsState>): void {
    state = { ...state, ...part };
    for (const listener of [...listeners]) listener();
  }

  function setRunning(part: Partial<ActiveCall>): void {
    if (state.running !== null) set({ running: { ...state.running, ...part } });
  }

  function saveSnapshot(): void {
    const { running } = state;
    if (running === null || running.room === '' || running.phase === 'over' || running.phase === 'visiting') return;
    const { microphone, camera } = running.own;
    ports.saveSnapshot({ room: running.room, microphone: microphone.isOn, camera: camera.isOn });
  }

  function stopRing(): void {
    stopRingtone?.();
    stopRingtone = undefined;
    clearTimeout(ringTimer);
    if (state.ring !== null) set({ ring: null });
  }

  function startRing(ring: CallRing): void {
    if (state.running?.room === ring.room_id || handledRooms.has(ring.room_id)) return;
    if (state.ring?.room_id === ring.room_id) {
      set({ ring });
      return;
    }
    const left = Date.parse(ring.rings_until) - Date.now();
    if (left <= 0) return;
    stopRing();
    set({ ring });
    stopRingtone = ports.ring('incoming');
    ringTimer = setTimeout(stopRing, left);
  }

  /** Releases everything that belongs to the call; the window may still show why the call ended. */
  function release(): void {
    const { running } = state;
    clearTimeout(mediaRetryTimer);
    stopRingtone?.();
    stopRingtone = undefined;
    connection?.close();
    media?.close();
    own?.close();
    remoteAudio?.close();
    restoreOtherAudio?.();
    connection = media = own = remoteAudio = restoreOtherAudio = undefined;
    ports.saveSnapshot(null);
    if (running !== null && running.room !== '') tabs.post({ is: 'over', room: running.room });
  }

  function finish(endReason: CallEndReason | null): void {
    if (state.running === null || state.running.phase === 'over') return;
    callNumber += 1;
    handledRooms.delete(state.running.room);
    release();
    clearTimeout(endReasonTimer);
    if (endReason === null) {
      set({ running: null });
      return;
    }
    setRunning({ phase: 'over', endReason, media: NO_MEDIA, own: NO_LOCAL_MEDIA });
    endReasonTimer = setTimeout(() => set({ running: null }), END_REASON_SHOWN_MS);
  }

  function setUpCall(room: string, phase: CallPhase, devicesOn: { microphone: boolean; camera: boolean }): void {
    clearTimeout(endReasonTimer);
    stopRing();
    callNumber += 1;
    announcedUserIds.clear();
    const running: ActiveCall = {
      room,
      phase,
      call: null,
      began: null,
      endReason: null,
      media: NO_MEDIA,
      own: NO_LOCAL_MEDIA,
      isRaised: false,
      muteRequestedBy: null,
      isSilent: false,
    };
    set({ running, check: null, elsewhere: null });
    restoreOtherAudio = ports.duckOtherAudio();
    remoteAudio = ports.createRemoteAudio((isSilent) => setRunning({ isSilent }));
    const { speaker } = ports.devices.loadDeviceChoice();
    if (speaker !== undefined && speaker !== '') remoteAudio.setSpeaker(speaker);
    media = createCallMedia({
      transports: ports.transports,
      signal: (to, data) => connection?.send({ type: 'signal', to, data }),
      renewJoinToken,
      onChange(view) {
        remoteAudio?.set(view.streams);
        setRunning({ media: view });
        updatePhase();
      },
      onStuck: () => connection?.send({ type: 'media', mode: 'room' }),
      onEnd() {
        ports.onNotice({ is: 'entered_elsewhere' });
        finish(null);
      },
    });
    own = createLocalMedia({
      devices: ports.devices,
      publish: (tracks) => media?.publish(tracks),
      mute: (kind, isMuted) => media?.mute(kind, isMuted),
      onChange(view) {
        // Switching the microphone off fulfils the request to mute.
        setRunning({ own: view, ...(!view.microphone.isOn && { muteRequestedBy: null }) });
        saveSnapshot();
      },
      onLost: (kind) => ports.onNotice({ is: kind === 'microphone' ? 'lost_microphone' : 'lost_camera' }),
      ...(ports.createStream && { createStream: ports.createStream }),
    });
    // A microphone that is off from the start is announced, because no track will arrive to show its state.
    media.mute('audio', true);
    media.mute('video', true);
    media.mute('screen', true);
    if (devicesOn.microphone) void own.setMicrophone(true);
    if (devicesOn.camera) void own.setCamera(true);
  }

  async function renewJoinToken(): Promise<MediaJoinToken | null> {
    const room = state.running?.room;
    if (!room) return null;
    try {
      return (await api.media(room)).seat ?? null;
    } catch {
      return null;
    }
  }

  function enterRoom(room: string, entryType: 'init' | 'visitor' = 'init'): void {
    setRunning({ room });
    saveSnapshot();
    tabs.post({ is: 'running', room });
    connection = ports.openConnection(room, { type: entryType }, (event) => {
      if (state.running?.room === room) handleRoomEvent(event);
    });
  }

  function updatePhase(): void {
    const { running } = state;
    if (running === null || running.phase === 'over' || running.call === null) return;
    const me = running.call.people.find(({ user_id }) => user_id === viewerId);
    const phase: CallPhase =
      me?.state === 'visiting'
        ? 'visiting'
        : running.call.state === 'ringing'
          ? 'ringing'
          : running.phase === 'running' || running.media.state === 'connected'
            ? 'running'
            : 'connecting';
    if (phase === running.phase) return;
    if (phase === 'ringing') stopRingtone ??= ports.ring('outgoing');
    else if (running.phase === 'ringing') {
      stopRingtone?.();
      stopRingtone = undefined;
    }
    setRunning({ phase });
  }

  function applyCall(call: Call): void {
    const { running } = state;
    if (running === null) return;
    if (call.state === 'ended') {
      finish(endReasonOf(call, viewerId));
      return;
    }
    const me = call.people.find(({ user_id }) => user_id === viewerId);
    if (running.phase === 'visiting' && me?.state === 'joined') connection?.setEntryMessage({ type: 'init' });
    setRunning({
      call,
      began: call.started === null ? null : (running.began ?? Date.now() - call.duration_s * 1000),
    });
    updatePhase();
  }

  const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
    `${firstname} ${lastname}`.trim();

  function countOthersPresent(): number {
    const call = state.running?.call ?? null;
    if (call === null) return 0;
    return othersIn(call, viewerId).filter((person) => person.state !== 'ringing').length;
  }

  function handleRoomEvent(event: EnterCallEvent): void {
    switch (event.type) {
      case 'state':
        applyCall(event.call);
        return;
      case 'media': {
        clearTimeout(mediaRetryTimer);
        media?.applyMedia(event);
        if (event.mode === 'room' && event.seat === undefined)
          mediaRetryTimer = setTimeout(() => connection?.send({ type: 'media' }), MEDIA_AGAIN_MS);
        return;
      }
      case 'signal':
        media?.receiveSignal(event.from, event.data);
        return;
      case 'chat':
        ports.onMessage(event);
        return;
      case 'init':
        // In a call of two, the window itself shows the joining. In a larger call each person is announced once, even
        // if the page of that person reconnects.
        if (event.user_id !== viewerId && countOthersPresent() > 1 && !announcedUserIds.has(event.user_id))
          ports.onNotice({ is: 'came', name: nameOf(event) });
        announcedUserIds.add(event.user_id);
        return;
      case 'hangup':
        if (event.user_id !== viewerId) {
          announcedUserIds.delete(event.user_id);
          if ((event.reason === 'left' || event.reason === 'lost') && countOthersPresent() > 0)
            ports.onNotice({ is: 'went', name: nameOf(event) });
          return;
        }
        if (event.reason === 'entered_elsewhere' || event.reason === 'answered_elsewhere') {
          ports.onNotice({ is: 'entered_elsewhere' });
          finish(null);
          return;
        }
        finish(event.reason);
        return;
      case 'mute':
        if (state.running?.own.microphone.isOn === true) setRunning({ muteRequestedBy: nameOf(event) });
        return;
      case 'recording':
        if (event.user_id !== viewerId && isEnd(event.state))
          ports.onNotice({ is: 'recording', state: event.state, name: nameOf(event) });
        return;
      case 'visitor':
        if (event.user_id !== viewerId) return;
        if (event.state === 'refused') finish('refused');
        else if (event.state === 'admitted') {
          connection?.setEntryMessage({ type: 'init' });
          connection?.send({ type: 'init' });
        }
        return;
      case 'refused':
        if (event.message) ports.onNotice({ is: 'refused', message: event.message });
        if (event.of === 'init' || event.of === 'visitor') finish(null);
        return;
      default:
        return;
    }
  }

  function giveUp(error: unknown): void {
    ports.onNotice({ is: 'refused', message: messageOf(error) });
    finish(null);
  }

  function isBusy(): boolean {
    if (state.running !== null && state.running.phase !== 'over') {
      ports.onNotice({ is: 'busy_here' });
      return true;
    }
    if (state.elsewhere !== null) {
      ports.onNotice({ is: 'elsewhere' });
      return true;
    }
    return false;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    handleEvent(event) {
      switch (event.type) {
        case 'init':
        case 'add_user':
          startRing(event);
          return;
        case 'hangup':
          if (state.ring?.room_id === event.room_id) stopRing();
          return;
        case 'knock':
          if (state.running === null) return;
          ports.ring('knock');
          ports.onNotice({ is: 'knock', name: nameOf(event) });
          return;
        default:
          return;
      }
    },
    handleTabMessage(message) {
      if (message.is === 'who') {
        const { running } = state;
        if (running !== null && running.room !== '' && running.phase !== 'over')
          tabs.post({ is: 'running', room: running.room });
        return;
      }
      if (message.is === 'over') {
        if (state.elsewhere === message.room) set({ elsewhere: null });
        return;
      }
      if (state.ring?.room_id === message.room) stopRing();
      if (message.is === 'running' && state.running?.room !== message.room) set({ elsewhere: message.room });
    },
    check: (intent) => set({ check: intent }),
    async start(userIds, { video, adId }) {
      if (isBusy() || userIds.length === 0) return;
      setUpCall('', 'starting', { microphone: true, camera: video });
      const mine = callNumber;
      try {
        const { room_id, call } = await api.start({
          user_id: [...userIds],
          video: video ? 1 : 0,
          ...(adId !== undefined && { ad_id: adId }),
        });
        // The user hung up before the server had created the call.
        if (callNumber !== mine) return void api.hangup(room_id).catch(() => undefined);
        enterRoom(room_id);
        applyCall(call);
      } catch (error) {
        if (callNumber === mine) giveUp(error);
      }
    },
    async answer(video) {
      const { ring } = state;
      if (ring === null) return;
      if (state.running !== null && state.running.phase !== 'over') return;
      const room = ring.room_id;
      handledRooms.add(room);
      tabs.post({ is: 'taken', room });
      setUpCall(room, 'connecting', { microphone: true, camera: video });
      const mine = callNumber;
      try {
        const call = await api.accept(room);
        if (callNumber !== mine) return;
        enterRoom(room);
        applyCall(call);
      } catch (error) {
        if (callNumber === mine) giveUp(error);
      }
    },
    decline() {
      const { ring } = state;
      if (ring === null) return;
      handledRooms.add(ring.room_id);
      tabs.post({ is: 'taken', room: ring.room_id });
      stopRing();
      const removeHandledRoom = (): void => void handledRooms.delete(ring.room_id);
      api.decline(ring.room_id).then(removeHandledRoom, removeHandledRoom);
    },
    hangUp() {
      const { running } = state;
      if (running === null) return;
      clearTimeout(endReasonTimer);
      if (running.phase === 'over') {
        set({ running: null });
        return;
      }
      const { room } = running;
      finish(null);
      if (room !== '') void api.hangup(room).catch(() => undefined);
    },
    async rejoin(room) {
      const snapshot = ports.loadSnapshot();
      const wantedRoom = room ?? snapshot?.room;
      if (wantedRoom === undefined || state.running !== null || state.elsewhere === wantedRoom) return;
      let found: Awaited<ReturnType<typeof api.current>>;
      try {
        found = await api.current();
      } catch {
        return;
      }
      if (state.running !== null || state.elsewhere === wantedRoom) return;
      if (found.call?.room_id === wantedRoom) {
        handledRooms.add(wantedRoom);
        setUpCall(wantedRoom, 'connecting', {
          microphone: snapshot?.microphone ?? true,
          camera: snapshot?.camera ?? false,
        });
        enterRoom(wantedRoom);
        applyCall(found.call);
        return;
      }
      ports.saveSnapshot(null);
      if (found.ring?.room_id === wantedRoom) {
        const ring = callRingOf(found.ring, viewerId);
        if (ring !== null) startRing(ring);
      } else if (room !== undefined) set({ check: { of: 'visit', room, video: false } });
    },
    async visit(room, video) {
      if (isBusy()) return;
      setUpCall(room, 'visiting', { microphone: true, camera: video });
      enterRoom(room, 'visitor');
    },
    admit: (userId, isAdmitted) => connection?.send({ type: 'visitor', user_id: userId, admit: isAdmitted ? 1 : 0 }),
    async add(userIds) {
      const room = state.running?.room;
      if (!room) return false;
      try {
        const call = await api.add(room, [...userIds]);
        if (state.running?.room === room) applyCall(call);
        return true;
      } catch (error) {
        ports.onNotice({ is: 'refused', message: messageOf(error) });
        return false;
      }
    },
    stopRinging: (userId) => connection?.send({ type: 'hangup', user_id: userId }),
    requestMute: (userId) => connection?.send({ type: 'mute', user_id: userId }),
    dismissMuteRequest: () => setRunning({ muteRequestedBy: null }),
    setMicrophone: (isOn) => void own?.setMicrophone(isOn),
    setCamera: (isOn) => void own?.setCamera(isOn),
    share: (isOn) => void own?.share(isOn),
    setHandRaised(isRaised) {
      media?.hand(isRaised);
      setRunning({ isRaised });
    },
    setDataSaver: (isOn) => media?.setDataSaver(isOn),
    setPersonLayer: (user, layer) => media?.setPersonLayer(user, layer),
    sendRecordingAction: (action) => connection?.send({ type: 'record', ...action }),
    isReachable: () => connection?.isReachable() === true,
    own: () => own ?? null,
    remoteAudio: () => remoteAudio ?? null,
    stats: async () => media?.stats() ?? null,
    leavePage() {
      const { running } = state;
      if (running === null || running.room === '' || running.phase === 'over') return;
      connection?.send({ type: 'exit' });
    },
    close() {
      stopRing();
      clearTimeout(endReasonTimer);
      release();
      state = NO_CALLS;
      listeners.clear();
    },
  };
}
