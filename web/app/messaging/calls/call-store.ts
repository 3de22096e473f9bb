import type { MediaSeat, VideoLayer } from '@app/contract/live/media-room';
import type {
  Call,
  CallMedia,
  CallNotificationEvent,
  CallPerson,
  CallRing,
  ConferenceMessage,
  EnterCallEvent,
  HangupReason,
  RecordingNews,
} from '@app/contract/messaging/calls';
import type { RoomStats } from '../../live/media-rooms/room-types.ts';
import type { TabLetter } from './call-tabs.ts';
import { type CallMediaLink, createCallMedia, type MediaView, NO_MEDIA, type Ways } from './media/call-media.ts';
import type { Voices } from './media/call-voices.ts';
import { createOwnMedia, type Devices, NOTHING_OWN, type OwnMedia, type OwnView } from './media/own-media.ts';

/**
 * Where this page's call is: `starting` until the server knows of it, `ringing` the others, `connecting`, `running`; `visiting`: asks
 * to be let in; `over`: told for a moment why it ended.
 */
export type Phase = 'starting' | 'ringing' | 'connecting' | 'running' | 'visiting' | 'over';

/** Why a call is over, for its last words. */
export type Over = Exclude<HangupReason, 'answered_elsewhere' | 'entered_elsewhere'>;

export interface Running {
  room: string;
  phase: Phase;
  call: Call | null;
  /** When the first one accepted, milliseconds of this browser's clock. */
  began: number | null;
  over: Over | null;
  media: MediaView;
  own: OwnView;
  isRaised: boolean;
  /** Who asks that the microphone be switched off. */
  muteAskedBy: string | null;
  /** The browser lets nothing sound before a press. */
  isSilent: boolean;
}

/** What somebody asks for before a call: which people, or which ring. */
export type Intent =
  | { of: 'start'; userIds: readonly number[]; video: boolean; adId?: number | undefined }
  | { of: 'answer'; ring: CallRing; video: boolean }
  | { of: 'visit'; room: string; video: boolean };

export interface CallsState {
  ring: CallRing | null;
  running: Running | null;
  /** Devices are looked at before a call. */
  check: Intent | null;
  /** The room of a call that another tab of this browser holds. */
  elsewhere: string | null;
}

/** What is to be said over the page. */
export type Saying =
  | { is: 'refused'; message: string }
  | { is: 'knock'; name: string }
  | { is: 'elsewhere' | 'entered_elsewhere' | 'busy_here' | 'lost_microphone' | 'lost_camera' }
  | { is: 'came' | 'went'; name: string }
  /** Somebody else ended a recording, or the asking for one. */
  | { is: 'recording'; state: Extract<RecordingNews, 'refused' | 'cancelled' | 'stopped'>; name: string };

/** What is said about recording a call; an answer names what it answers. */
export type RecordWish = { is: 'ask' } | { is: 'agree' | 'refuse' | 'stop'; id: number };

export interface CallPorts {
  viewerId: number;
  ways: Ways;
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
  openLine(
    room: string,
    first: { type: 'init' | 'visitor' },
    onEvent: (event: EnterCallEvent) => void,
  ): {
    say(message: { type: string } & Record<string, unknown>): void;
    enterWith(message: { type: 'init' | 'visitor' }): void;
    isHeard(): boolean;
    close(): void;
  };
  tabs: { tell(letter: TabLetter): void };
  makeVoices(onBlocked: (isBlocked: boolean) => void): Voices;
  /** Ring until the answer is called. */
  ring(kind: 'incoming' | 'outgoing' | 'knock'): () => void;
  /** Music and voice notes make room for speech until the answer is called. */
  hush(): () => void;
  /** What outlives a reload of this tab. */
  keep(note: KeptCall | null): void;
  kept(): KeptCall | null;
  onSaying(saying: Saying): void;
  onMessage(message: ConferenceMessage): void;
  makeStream?(track: MediaStreamTrack): MediaStream;
}

export interface KeptCall {
  room: string;
  microphone: boolean;
  camera: boolean;
}

/** How long the last words stay. */
export const LAST_WORDS_MS = 2500;
/** A media server that is away is asked for again so often. */
const MEDIA_AGAIN_MS = 3000;
const NOTHING: CallsState = { ring: null, running: null, check: null, elsewhere: null };

/** A refusal of the API, whatever its class. */
const messageOf = (error: unknown): string => {
  const { message } = (error as { body?: { message?: string } }).body ?? {};
  return message ?? '';
};

const isEnd = (state: RecordingNews): state is 'refused' | 'cancelled' | 'stopped' =>
  state === 'refused' || state === 'cancelled' || state === 'stopped';

/** Who is in it or on the way, the viewer left out. */
export const othersIn = (call: Call, viewerId: number): CallPerson[] =>
  call.people.filter(
    ({ user_id, state }) => user_id !== viewerId && (state === 'joined' || state === 'away' || state === 'ringing'),
  );

export const visitorsOf = (call: Call | null): CallPerson[] =>
  call?.people.filter(({ state }) => state === 'visiting') ?? [];

/** Those who count for the eight. */
export const seatsTaken = (call: Call | null): number =>
  call?.people.filter(({ state }) => state === 'joined' || state === 'away' || state === 'ringing').length ?? 0;

/** What a call shows while it is asked about: the ring in words of a ring event. */
const ringOf = (call: Call, viewerId: number): CallRing | null => {
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

/** Why a call that nobody is in any more ended, as its caller sees it. */
function whyOver(call: Call, viewerId: number): Over {
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
  /** What the person's own socket tells. */
  hear(event: CallNotificationEvent): void;
  hearTab(letter: TabLetter): void;
  check(intent: Intent | null): void;
  start(userIds: readonly number[], options: { video: boolean; adId?: number | undefined }): Promise<void>;
  answer(video: boolean): Promise<void>;
  decline(): void;
  hangUp(): void;
  /** After a reload, or by an address that names a room. */
  comeBack(room?: string): Promise<void>;
  visit(room: string, video: boolean): Promise<void>;
  admit(userId: number, isAdmitted: boolean): void;
  add(userIds: readonly number[]): Promise<boolean>;
  stopRinging(userId: number): void;
  /** Ask somebody to be silent. */
  askToMute(userId: number): void;
  /** Not now. */
  forgetMute(): void;
  setMicrophone(isOn: boolean): void;
  setCamera(isOn: boolean): void;
  share(isOn: boolean): void;
  raise(isRaised: boolean): void;
  save(isOn: boolean): void;
  savePerson(user: number, layer: VideoLayer): void;
  record(wish: RecordWish): void;
  /** Whether what happens in the room is heard right now. */
  isHeard(): boolean;
  own(): OwnMedia | null;
  voices(): Voices | null;
  stats(): Promise<RoomStats | null>;
  /** The page goes. */
  leavePage(): void;
  close(): void;
}

/** The one call of this tab, what rings, and what other tabs do. */
export function createCalls(ports: CallPorts): Calls {
  const { viewerId, api, tabs } = ports;
  const listeners = new Set<() => void>();
  let state = NOTHING;
  let silence: (() => void) | undefined;
  let ringEnds: ReturnType<typeof setTimeout> | undefined;
  let wordsEnd: ReturnType<typeof setTimeout> | undefined;
  let mediaAgain: ReturnType<typeof setTimeout> | undefined;
  let unhush: (() => void) | undefined;
  /** Which call of this page it is: what was asked for an earlier one comes to nothing. */
  let turn = 0;
  let line: ReturnType<CallPorts['openLine']> | undefined;
  let media: CallMediaLink | undefined;
  let own: OwnMedia | undefined;
  let voices: Voices | undefined;
  /** Of whom was said that they are in this call. */
  const told = new Set<number>();
  /** Rooms that were answered or refused here: what still comes of their ring is old. */
  const done = new Set<string>();

  function set(part: Partial<CallsState>): void {
    state = { ...state, ...part };
    for (const listener of [...listeners]) listener();
  }

  function setRunning(part: Partial<Running>): void {
    if (state.running !== null) set({ running: { ...state.running, ...part } });
  }

  function note(): void {
    const { running } = state;
    if (running === null || running.room === '' || running.phase === 'over' || running.phase === 'visiting') return;
    const { microphone, camera } = running.own;
    ports.keep({ room: running.room, microphone: microphone.isOn, camera: camera.isOn });
  }

  // The ring.

  function stopRing(): void {
    silence?.();
    silence = undefined;
    clearTimeout(ringEnds);
    if (state.ring !== null) set({ ring: null });
  }

  function startRing(ring: CallRing): void {
    if (state.running?.room === ring.room_id || done.has(ring.room_id)) return;
    if (state.ring?.room_id === ring.room_id) {
      set({ ring });
      return;
    }
    const left = Date.parse(ring.rings_until) - Date.now();
    if (left <= 0) return;
    stopRing();
    set({ ring });
    silence = ports.ring('incoming');
    ringEnds = setTimeout(stopRing, left);
  }

  // The call.

  /** Everything that belongs to a call is let go; the window may still say its last words. */
  function release(): void {
    const { running } = state;
    clearTimeout(mediaAgain);
    silence?.();
    silence = undefined;
    line?.close();
    media?.close();
    own?.close();
    voices?.close();
    unhush?.();
    line = media = own = voices = unhush = undefined;
    ports.keep(null);
    if (running !== null && running.room !== '') tabs.tell({ is: 'over', room: running.room });
  }

  function finish(over: Over | null): void {
    if (state.running === null || state.running.phase === 'over') return;
    turn += 1;
    // Rung again later, the room may well be the same.
    done.delete(state.running.room);
    release();
    clearTimeout(wordsEnd);
    // Whoever hangs up has nothing to be told.
    if (over === null) {
      set({ running: null });
      return;
    }
    setRunning({ phase: 'over', over, media: NO_MEDIA, own: NOTHING_OWN });
    wordsEnd = setTimeout(() => set({ running: null }), LAST_WORDS_MS);
  }

  function begin(room: string, phase: Phase, wants: { microphone: boolean; camera: boolean }): void {
    clearTimeout(wordsEnd);
    stopRing();
    turn += 1;
    told.clear();
    const running: Running = {
      room,
      phase,
      call: null,
      began: null,
      over: null,
      media: NO_MEDIA,
      own: NOTHING_OWN,
      isRaised: false,
      muteAskedBy: null,
      isSilent: false,
    };
    set({ running, check: null, elsewhere: null });
    unhush = ports.hush();
    voices = ports.makeVoices((isSilent) => setRunning({ isSilent }));
    const { speaker } = ports.devices.readChoice();
    if (speaker !== undefined && speaker !== '') voices.setSpeaker(speaker);
    media = createCallMedia({
      ways: ports.ways,
      signal: (to, data) => line?.say({ type: 'signal', to, data }),
      renewSeat,
      onChange(view) {
        voices?.set(view.streams);
        setRunning({ media: view });
        settle();
      },
      onStuck: () => line?.say({ type: 'media', mode: 'room' }),
      onEnd() {
        ports.onSaying({ is: 'entered_elsewhere' });
        finish(null);
      },
    });
    own = createOwnMedia({
      devices: ports.devices,
      publish: (tracks) => media?.publish(tracks),
      mute: (kind, isMuted) => media?.mute(kind, isMuted),
      onChange(view) {
        // Once it is off, what was asked for is done.
        setRunning({ own: view, ...(!view.microphone.isOn && { muteAskedBy: null }) });
        note();
      },
      onLost: (kind) => ports.onSaying({ is: kind === 'microphone' ? 'lost_microphone' : 'lost_camera' }),
      ...(ports.makeStream && { makeStream: ports.makeStream }),
    });
    // What is off from the start is said, too: the others see it before a track would have come.
    media.mute('audio', true);
    media.mute('video', true);
    media.mute('screen', true);
    if (wants.microphone) void own.setMicrophone(true);
    if (wants.camera) void own.setCamera(true);
  }

  async function renewSeat(): Promise<MediaSeat | null> {
    const room = state.running?.room;
    if (!room) return null;
    try {
      return (await api.media(room)).seat ?? null;
    } catch {
      return null;
    }
  }

  function enter(room: string, first: 'init' | 'visitor' = 'init'): void {
    setRunning({ room });
    note();
    tabs.tell({ is: 'running', room });
    line = ports.openLine(room, { type: first }, (event) => {
      if (state.running?.room === room) hearRoom(event);
    });
  }

  /** The phase that follows from what is known. */
  function settle(): void {
    const { running } = state;
    if (running === null || running.phase === 'over' || running.call === null) return;
    const me = running.call.people.find(({ user_id }) => user_id === viewerId);
    const phase: Phase =
      me?.state === 'visiting'
        ? 'visiting'
        : running.call.state === 'ringing'
          ? 'ringing'
          : running.phase === 'running' || running.media.state === 'connected'
            ? 'running'
            : 'connecting';
    if (phase === running.phase) return;
    if (phase === 'ringing') silence ??= ports.ring('outgoing');
    else if (running.phase === 'ringing') {
      silence?.();
      silence = undefined;
    }
    setRunning({ phase });
  }

  function take(call: Call): void {
    const { running } = state;
    if (running === null) return;
    if (call.state === 'ended') {
      finish(whyOver(call, viewerId));
      return;
    }
    const me = call.people.find(({ user_id }) => user_id === viewerId);
    if (running.phase === 'visiting' && me?.state === 'joined') line?.enterWith({ type: 'init' });
    setRunning({
      call,
      began: call.started === null ? null : (running.began ?? Date.now() - call.duration_s * 1000),
    });
    settle();
  }

  const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
    `${firstname} ${lastname}`.trim();

  function othersHere(): number {
    const call = state.running?.call ?? null;
    if (call === null) return 0;
    return othersIn(call, viewerId).filter((person) => person.state !== 'ringing').length;
  }

  function hearRoom(event: EnterCallEvent): void {
    switch (event.type) {
      case 'state':
        take(event.call);
        return;
      case 'media': {
        clearTimeout(mediaAgain);
        media?.take(event);
        if (event.mode === 'room' && event.seat === undefined)
          mediaAgain = setTimeout(() => line?.say({ type: 'media' }), MEDIA_AGAIN_MS);
        return;
      }
      case 'signal':
        media?.hear(event.from, event.data);
        return;
      case 'chat':
        ports.onMessage(event);
        return;
      case 'init':
        // Between two the window says it; of the others each is told once, however often their pages come back.
        if (event.user_id !== viewerId && othersHere() > 1 && !told.has(event.user_id))
          ports.onSaying({ is: 'came', name: nameOf(event) });
        told.add(event.user_id);
        return;
      case 'hangup':
        if (event.user_id !== viewerId) {
          told.delete(event.user_id);
          if ((event.reason === 'left' || event.reason === 'lost') && othersHere() > 0)
            ports.onSaying({ is: 'went', name: nameOf(event) });
          return;
        }
        if (event.reason === 'entered_elsewhere' || event.reason === 'answered_elsewhere') {
          ports.onSaying({ is: 'entered_elsewhere' });
          finish(null);
          return;
        }
        finish(event.reason);
        return;
      case 'mute':
        if (state.running?.own.microphone.isOn === true) setRunning({ muteAskedBy: nameOf(event) });
        return;
      case 'recording':
        if (event.user_id !== viewerId && isEnd(event.state))
          ports.onSaying({ is: 'recording', state: event.state, name: nameOf(event) });
        return;
      case 'visitor':
        if (event.user_id !== viewerId) return;
        if (event.state === 'refused') finish('refused');
        else if (event.state === 'admitted') {
          line?.enterWith({ type: 'init' });
          line?.say({ type: 'init' });
        }
        return;
      case 'refused':
        if (event.message) ports.onSaying({ is: 'refused', message: event.message });
        if (event.of === 'init' || event.of === 'visitor') finish(null);
        return;
      default:
        return;
    }
  }

  /** What was asked for cannot be: said, and let go. */
  function giveUp(error: unknown): void {
    ports.onSaying({ is: 'refused', message: messageOf(error) });
    finish(null);
  }

  function isBusy(): boolean {
    if (state.running !== null && state.running.phase !== 'over') {
      ports.onSaying({ is: 'busy_here' });
      return true;
    }
    if (state.elsewhere !== null) {
      ports.onSaying({ is: 'elsewhere' });
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
    hear(event) {
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
          ports.onSaying({ is: 'knock', name: nameOf(event) });
          return;
        default:
          return;
      }
    },
    hearTab(letter) {
      if (letter.is === 'who') {
        const { running } = state;
        if (running !== null && running.room !== '' && running.phase !== 'over')
          tabs.tell({ is: 'running', room: running.room });
        return;
      }
      if (letter.is === 'over') {
        if (state.elsewhere === letter.room) set({ elsewhere: null });
        return;
      }
      if (state.ring?.room_id === letter.room) stopRing();
      if (letter.is === 'running' && state.running?.room !== letter.room) set({ elsewhere: letter.room });
    },
    check: (intent) => set({ check: intent }),
    async start(userIds, { video, adId }) {
      if (isBusy() || userIds.length === 0) return;
      begin('', 'starting', { microphone: true, camera: video });
      const mine = turn;
      try {
        const { room_id, call } = await api.start({
          user_id: [...userIds],
          video: video ? 1 : 0,
          ...(adId !== undefined && { ad_id: adId }),
        });
        // Hung up before the server had answered.
        if (turn !== mine) return void api.hangup(room_id).catch(() => undefined);
        enter(room_id);
        take(call);
      } catch (error) {
        if (turn === mine) giveUp(error);
      }
    },
    async answer(video) {
      const { ring } = state;
      if (ring === null) return;
      if (state.running !== null && state.running.phase !== 'over') return;
      const room = ring.room_id;
      done.add(room);
      tabs.tell({ is: 'taken', room });
      begin(room, 'connecting', { microphone: true, camera: video });
      const mine = turn;
      try {
        const call = await api.accept(room);
        if (turn !== mine) return;
        enter(room);
        take(call);
      } catch (error) {
        if (turn === mine) giveUp(error);
      }
    },
    decline() {
      const { ring } = state;
      if (ring === null) return;
      done.add(ring.room_id);
      tabs.tell({ is: 'taken', room: ring.room_id });
      stopRing();
      const forget = (): void => void done.delete(ring.room_id);
      api.decline(ring.room_id).then(forget, forget);
    },
    hangUp() {
      const { running } = state;
      if (running === null) return;
      clearTimeout(wordsEnd);
      if (running.phase === 'over') {
        set({ running: null });
        return;
      }
      const { room } = running;
      finish(null);
      if (room !== '') void api.hangup(room).catch(() => undefined);
    },
    async comeBack(room) {
      const kept = ports.kept();
      const wanted = room ?? kept?.room;
      if (wanted === undefined || state.running !== null || state.elsewhere === wanted) return;
      let found: Awaited<ReturnType<typeof api.current>>;
      try {
        found = await api.current();
      } catch {
        return;
      }
      if (state.running !== null || state.elsewhere === wanted) return;
      if (found.call?.room_id === wanted) {
        done.add(wanted);
        begin(wanted, 'connecting', { microphone: kept?.microphone ?? true, camera: kept?.camera ?? false });
        enter(wanted);
        take(found.call);
        return;
      }
      ports.keep(null);
      if (found.ring?.room_id === wanted) {
        const ring = ringOf(found.ring, viewerId);
        if (ring !== null) startRing(ring);
      } else if (room !== undefined) set({ check: { of: 'visit', room, video: false } });
    },
    async visit(room, video) {
      if (isBusy()) return;
      begin(room, 'visiting', { microphone: true, camera: video });
      enter(room, 'visitor');
    },
    admit: (userId, isAdmitted) => line?.say({ type: 'visitor', user_id: userId, admit: isAdmitted ? 1 : 0 }),
    async add(userIds) {
      const room = state.running?.room;
      if (!room) return false;
      try {
        const call = await api.add(room, [...userIds]);
        if (state.running?.room === room) take(call);
        return true;
      } catch (error) {
        ports.onSaying({ is: 'refused', message: messageOf(error) });
        return false;
      }
    },
    stopRinging: (userId) => line?.say({ type: 'hangup', user_id: userId }),
    askToMute: (userId) => line?.say({ type: 'mute', user_id: userId }),
    forgetMute: () => setRunning({ muteAskedBy: null }),
    setMicrophone: (isOn) => void own?.setMicrophone(isOn),
    setCamera: (isOn) => void own?.setCamera(isOn),
    share: (isOn) => void own?.share(isOn),
    raise(isRaised) {
      media?.hand(isRaised);
      setRunning({ isRaised });
    },
    save: (isOn) => media?.save(isOn),
    savePerson: (user, layer) => media?.savePerson(user, layer),
    record: (wish) => line?.say({ type: 'record', ...wish }),
    isHeard: () => line?.isHeard() === true,
    own: () => own ?? null,
    voices: () => voices ?? null,
    stats: async () => media?.stats() ?? null,
    leavePage() {
      const { running } = state;
      if (running === null || running.room === '' || running.phase === 'over') return;
      line?.say({ type: 'exit' });
    },
    close() {
      stopRing();
      clearTimeout(wordsEnd);
      release();
      state = NOTHING;
      listeners.clear();
    },
  };
}
