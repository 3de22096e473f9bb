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
import { type LocalMediaView, NO_LOCAL_MEDIA } from '../../live/media-rooms/local-media.ts';
import type { TabMessage } from './call-tabs.ts';
import { type MediaView, NO_MEDIA } from './media/call-media.ts';

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
  /** The page was loaded anew during a call, and asks the server about it. */
  isReturning: boolean;
  /** Counts the calls of this page; results that belong to an earlier call are ignored. */
  callNumber: number;
  /** Participants whose joining was announced; a participant who reconnects is not announced again. */
  announcedUserIds: readonly number[];
  /** Rooms that were answered or declined here; late events of their rings are ignored. */
  handledRooms: readonly string[];
}

export const NO_CALLS: CallsState = {
  ring: null,
  running: null,
  check: null,
  elsewhere: null,
  isReturning: false,
  callNumber: 0,
  announcedUserIds: [],
  handledRooms: [],
};

export interface CallSnapshot {
  room: string;
  microphone: boolean;
  camera: boolean;
}

export type CallNotice =
  | { is: 'refused'; message: string }
  | { is: 'knock'; name: string }
  | { is: 'elsewhere' | 'entered_elsewhere' | 'busy_here' | 'lost_microphone' | 'lost_camera' }
  | { is: 'came' | 'went'; name: string }
  /** Somebody else ended a recording, or the asking for one. */
  | { is: 'recording'; state: Extract<RecordingEvent, 'refused' | 'cancelled' | 'stopped'>; name: string }
  /** Somebody else ended what all listen to together. */
  | { is: 'listening_stopped'; name: string };

export type CallTimer = 'ring' | 'endReason' | 'mediaRetry';

/** Reports of media and devices. Those of a released call are ignored. */
export type MediaEvent =
  | { type: 'mediaChanged'; view: MediaView }
  | { type: 'mediaStuck' }
  /** The same user entered on another page. */
  | { type: 'mediaReplaced' }
  | { type: 'localMediaChanged'; view: LocalMediaView }
  | { type: 'soundBlocked'; isBlocked: boolean }
  | { type: 'handRaised'; isRaised: boolean }
  | { type: 'dismissMuteRequest' };

export type CallsEvent =
  | MediaEvent
  | { type: 'notification'; event: CallNotificationEvent }
  | { type: 'tab'; message: TabMessage }
  | { type: 'room'; room: string; event: EnterCallEvent }
  | { type: 'timeout'; timer: CallTimer }
  | { type: 'check'; intent: CallIntent | null }
  | { type: 'start'; userIds: readonly number[]; video: boolean; adId?: number | undefined }
  | { type: 'answer'; video: boolean }
  | { type: 'decline' }
  | { type: 'visit'; room: string; video: boolean }
  | { type: 'hangUp' }
  /** The server answered that the call was created, or that the user entered it. */
  | { type: 'started' | 'accepted'; callNumber: number; room: string; call: Call }
  | { type: 'refused'; callNumber: number; message: string }
  | { type: 'declined'; room: string }
  | { type: 'added'; room: string; call: Call }
  /** The page came back to a room that the snapshot of the page before, or an address (`isNamed`), names. */
  | { type: 'rejoin'; room: string; isNamed: boolean; snapshot: CallSnapshot | null; found: CurrentCall }
  | { type: 'returning'; isReturning: boolean }
  | { type: 'close' };

export interface CurrentCall {
  call: Call | null;
  ring: Call | null;
}

type EntryType = 'init' | 'visitor';

export type CallsEffect =
  | { do: 'notify'; notice: CallNotice }
  | { do: 'startRingtone'; kind: 'incoming' | 'outgoing' }
  | { do: 'stopRingtone' }
  | { do: 'playKnock' }
  | { do: 'startTimer'; timer: CallTimer; ms: number }
  | { do: 'stopTimer'; timer: CallTimer }
  | { do: 'openMedia'; microphone: boolean; camera: boolean }
  /** Closes connection, media and devices of the call. */
  | { do: 'release' }
  | { do: 'connect'; room: string; entryType: EntryType }
  | { do: 'setEntryType'; entryType: EntryType }
  | { do: 'send'; message: { type: string } & Record<string, unknown> }
  | { do: 'applyMedia'; media: CallMedia }
  | { do: 'receiveSignal'; from: number; data: unknown }
  | { do: 'showMessage'; message: ConferenceMessage }
  | { do: 'receiveClock'; sent: number; serverMs: number }
  | { do: 'saveSnapshot'; snapshot: CallSnapshot | null }
  | { do: 'postToTabs'; message: TabMessage }
  | { do: 'requestStart'; callNumber: number; userIds: readonly number[]; video: boolean; adId: number | undefined }
  | { do: 'requestAccept'; callNumber: number; room: string }
  | { do: 'requestDecline'; room: string }
  | { do: 'requestHangUp'; room: string };

/** Milliseconds. */
export const END_REASON_SHOWN_MS = 2500;
/** Milliseconds between attempts to reach a media server that is unavailable. */
const MEDIA_AGAIN_MS = 3000;

const isEnd = (state: RecordingEvent): state is 'refused' | 'cancelled' | 'stopped' =>
  state === 'refused' || state === 'cancelled' || state === 'stopped';

export const isLive = (running: ActiveCall | null): running is ActiveCall =>
  running !== null && running.phase !== 'over';

const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  `${firstname} ${lastname}`.trim();

const participantOf = (call: Call, userId: number): CallParticipant | undefined =>
  call.people.find(({ user_id }) => user_id === userId);

const takesPlace = ({ state }: CallParticipant): boolean =>
  state === 'joined' || state === 'away' || state === 'ringing';

/** Participants who are in the call or being rung, without the viewer. */
export const othersIn = (call: Call, viewerId: number): CallParticipant[] =>
  call.people.filter((person) => person.user_id !== viewerId && takesPlace(person));

export const visitorsOf = (call: Call | null): CallParticipant[] =>
  call?.people.filter(({ state }) => state === 'visiting') ?? [];

/** Counts the participants that count towards the limit of eight. */
export const countOccupiedPlaces = (call: Call | null): number => call?.people.filter(takesPlace).length ?? 0;

/** Builds a ring event from a call that was read from the API. */
const callRingOf = (call: Call, viewerId: number): CallRing | null => {
  const others = othersIn(call, viewerId);
  const from = call.people.find(({ user_id }) => user_id === call.started_by) ?? others[0];
  if (from === undefined || call.rings_until === null) return null;
  return {
    room_id: call.room_id,
    users: others.map(({ user_id }) => user_id),
    names: others.map(nameOf),
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
  const me = participantOf(call, viewerId);
  if (call.started !== null) return me?.state === 'joined' || me?.state === 'away' ? 'alone' : 'left';
  const states = new Set(call.people.filter(({ user_id }) => user_id !== viewerId).map(({ state }) => state));
  if (states.has('busy')) return 'busy';
  if (states.has('declined')) return 'declined';
  return 'missed';
}

function phaseOf({ phase, call, media }: ActiveCall, viewerId: number): CallPhase {
  if (phase === 'over' || call === null) return phase;
  if (participantOf(call, viewerId)?.state === 'visiting') return 'visiting';
  if (call.state === 'ringing') return 'ringing';
  return phase === 'running' || media.state === 'connected' ? 'running' : 'connecting';
}

export interface CallsContext {
  viewerId: number;
  /** Milliseconds of this browser's clock. */
  now: number;
}

/** Applies an event to the calls of this page. The effects are to be run in their order. */
export function reduceCalls(
  state: CallsState,
  event: CallsEvent,
  context: CallsContext,
): { state: CallsState; effects: readonly CallsEffect[] } {
  const transition = new CallsTransition(state, context);
  transition.apply(event);
  return transition.outcome();
}

class CallsTransition {
  #state: CallsState;
  readonly #context: CallsContext;
  readonly #effects: CallsEffect[] = [];

  constructor(state: CallsState, context: CallsContext) {
    this.#state = state;
    this.#context = context;
  }

  outcome(): { state: CallsState; effects: readonly CallsEffect[] } {
    return { state: this.#state, effects: this.#effects };
  }

  apply(event: CallsEvent): undefined {
    const { running } = this.#state;
    switch (event.type) {
      case 'notification':
        return this.#handleNotification(event.event);
      case 'tab':
        return this.#handleTabMessage(event.message);
      case 'room':
        if (running?.room === event.room) this.#handleRoomEvent(event.event);
        return;
      case 'timeout':
        return this.#handleTimeout(event.timer);
      case 'check':
        return this.#set({ check: event.intent });
      case 'start':
        return this.#start(event);
      case 'answer':
        return this.#answer(event.video);
      case 'decline':
        return this.#decline();
      case 'visit':
        return this.#visit(event.room, event.video);
      case 'hangUp':
        return this.#hangUp();
      case 'started':
      case 'accepted':
        return this.#enter(event);
      case 'refused':
        if (event.callNumber !== this.#state.callNumber) return;
        this.#notify({ is: 'refused', message: event.message });
        return this.#finish(null);
      case 'declined':
        return this.#forgetRoom(event.room);
      case 'added':
        if (running?.room === event.room) this.#applyCall(event.call);
        return;
      case 'rejoin':
        return this.#rejoin(event);
      case 'returning':
        return this.#set({ isReturning: event.isReturning });
      case 'close':
        return this.#close();
      default:
        if (isLive(running)) this.#applyMediaEvent(event, running);
    }
  }

  #applyMediaEvent(event: MediaEvent, running: ActiveCall): undefined {
    switch (event.type) {
      case 'mediaChanged':
        this.#setRunning({ media: event.view });
        return this.#updatePhase();
      case 'mediaStuck':
        return this.#run({ do: 'send', message: { type: 'media', mode: 'room' } });
      case 'mediaReplaced':
        this.#notify({ is: 'entered_elsewhere' });
        return this.#finish(null);
      case 'localMediaChanged': {
        // Switching the microphone off fulfils the request to mute.
        const muteRequestedBy = event.view.microphone.isOn ? running.muteRequestedBy : null;
        this.#setRunning({ own: event.view, muteRequestedBy });
        return this.#saveSnapshot();
      }
      case 'soundBlocked':
        return this.#setRunning({ isSilent: event.isBlocked });
      case 'handRaised':
        return this.#setRunning({ isRaised: event.isRaised });
      case 'dismissMuteRequest':
        return this.#setRunning({ muteRequestedBy: null });
    }
  }

  #set(change: Partial<CallsState>): undefined {
    this.#state = { ...this.#state, ...change };
  }

  #setRunning(change: Partial<ActiveCall>): undefined {
    const { running } = this.#state;
    if (running !== null) this.#set({ running: { ...running, ...change } });
  }

  #run(...effects: readonly CallsEffect[]): undefined {
    this.#effects.push(...effects);
  }

  #notify(notice: CallNotice): undefined {
    this.#run({ do: 'notify', notice });
  }

  #handleNotification(event: CallNotificationEvent): undefined {
    const { ring, running } = this.#state;
    if (event.type === 'init' || event.type === 'add_user') this.#startRing(event);
    else if (event.type === 'hangup' && ring?.room_id === event.room_id) this.#stopRing();
    else if (event.type === 'knock' && running !== null) {
      this.#run({ do: 'playKnock' });
      this.#notify({ is: 'knock', name: nameOf(event) });
    }
  }

  #startRing(ring: CallRing): undefined {
    const { running, handledRooms } = this.#state;
    if (running?.room === ring.room_id || handledRooms.includes(ring.room_id)) return;
    if (this.#state.ring?.room_id === ring.room_id) return this.#set({ ring });
    const left = Date.parse(ring.rings_until) - this.#context.now;
    if (left <= 0) return;
    this.#stopRing();
    this.#set({ ring });
    this.#run({ do: 'startRingtone', kind: 'incoming' }, { do: 'startTimer', timer: 'ring', ms: left });
  }

  #stopRing(): undefined {
    this.#run({ do: 'stopRingtone' }, { do: 'stopTimer', timer: 'ring' });
    this.#set({ ring: null });
  }

  #handleTabMessage(message: TabMessage): undefined {
    const { ring, running, elsewhere } = this.#state;
    if (message.is === 'who') {
      if (isLive(running) && running.room !== '')
        this.#run({ do: 'postToTabs', message: { is: 'running', room: running.room } });
    } else if (message.is === 'over') {
      if (elsewhere === message.room) this.#set({ elsewhere: null });
    } else {
      if (ring?.room_id === message.room) this.#stopRing();
      if (message.is === 'running' && running?.room !== message.room) this.#set({ elsewhere: message.room });
    }
  }

  #handleTimeout(timer: CallTimer): undefined {
    if (timer === 'ring') this.#stopRing();
    else if (timer === 'endReason') this.#set({ running: null });
    else this.#run({ do: 'send', message: { type: 'media' } });
  }

  #refuseIfBusy(): boolean {
    const { running, elsewhere } = this.#state;
    if (!isLive(running) && elsewhere === null) return false;
    this.#notify({ is: isLive(running) ? 'busy_here' : 'elsewhere' });
    return true;
  }

  #start({ userIds, video, adId }: Extract<CallsEvent, { type: 'start' }>): undefined {
    if (this.#refuseIfBusy() || userIds.length === 0) return;
    this.#setUp('', 'starting', { microphone: true, camera: video });
    this.#run({ do: 'requestStart', callNumber: this.#state.callNumber, userIds, video, adId });
  }

  #answer(video: boolean): undefined {
    const { ring, running } = this.#state;
    if (ring === null || isLive(running)) return;
    const room = this.#handleRing(ring);
    this.#setUp(room, 'connecting', { microphone: true, camera: video });
    this.#run({ do: 'requestAccept', callNumber: this.#state.callNumber, room });
  }

  #decline(): undefined {
    const { ring } = this.#state;
    if (ring === null) return;
    const room = this.#handleRing(ring);
    this.#stopRing();
    this.#run({ do: 'requestDecline', room });
  }

  #handleRing({ room_id }: CallRing): string {
    this.#set({ handledRooms: [...this.#state.handledRooms, room_id] });
    this.#run({ do: 'postToTabs', message: { is: 'taken', room: room_id } });
    return room_id;
  }

  #forgetRoom(room: string): undefined {
    this.#set({ handledRooms: this.#state.handledRooms.filter((handled) => handled !== room) });
  }

  #visit(room: string, video: boolean): undefined {
    if (this.#refuseIfBusy()) return;
    this.#setUp(room, 'visiting', { microphone: true, camera: video });
    this.#connect(room, 'visitor');
  }

  #rejoin({ room, isNamed, snapshot, found }: Extract<CallsEvent, { type: 'rejoin' }>): undefined {
    const { running, elsewhere, handledRooms } = this.#state;
    if (running !== null || elsewhere === room) return;
    if (found.call?.room_id === room) {
      this.#set({ handledRooms: [...handledRooms, room] });
      const { microphone = true, camera = false } = snapshot ?? {};
      this.#setUp(room, 'connecting', { microphone, camera });
      this.#connect(room, 'init');
      return this.#applyCall(found.call);
    }
    this.#run({ do: 'saveSnapshot', snapshot: null });
    if (found.ring?.room_id === room) {
      const ring = callRingOf(found.ring, this.#context.viewerId);
      if (ring !== null) this.#startRing(ring);
    } else if (isNamed) this.#set({ check: { of: 'visit', room, video: false } });
  }

  #setUp(room: string, phase: CallPhase, devicesOn: { microphone: boolean; camera: boolean }): undefined {
    this.#run({ do: 'stopTimer', timer: 'endReason' });
    this.#stopRing();
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
    const callNumber = this.#state.callNumber + 1;
    this.#set({ running, check: null, elsewhere: null, callNumber, announcedUserIds: [] });
    this.#run({ do: 'openMedia', ...devicesOn });
  }

  #enter({ type, callNumber, room, call }: Extract<CallsEvent, { type: 'started' | 'accepted' }>): undefined {
    if (callNumber === this.#state.callNumber) {
      this.#connect(room, 'init');
      this.#applyCall(call);
      // The user hung up before the server had created the call.
    } else if (type === 'started') this.#run({ do: 'requestHangUp', room });
  }

  #connect(room: string, entryType: EntryType): undefined {
    this.#setRunning({ room });
    this.#saveSnapshot();
    this.#run({ do: 'postToTabs', message: { is: 'running', room } }, { do: 'connect', room, entryType });
  }

  #saveSnapshot(): undefined {
    const { running } = this.#state;
    if (!isLive(running) || running.room === '' || running.phase === 'visiting') return;
    const { microphone, camera } = running.own;
    const snapshot = { room: running.room, microphone: microphone.isOn, camera: camera.isOn };
    this.#run({ do: 'saveSnapshot', snapshot });
  }

  #hangUp(): undefined {
    const { running } = this.#state;
    if (running === null) return;
    this.#run({ do: 'stopTimer', timer: 'endReason' });
    if (!isLive(running)) return this.#set({ running: null });
    this.#finish(null);
    if (running.room !== '') this.#run({ do: 'requestHangUp', room: running.room });
  }

  /** The window shows for a moment why the call ended, if there is a reason to show. */
  #finish(endReason: CallEndReason | null): undefined {
    const { running, callNumber } = this.#state;
    if (!isLive(running)) return;
    this.#forgetRoom(running.room);
    this.#release();
    this.#run({ do: 'stopTimer', timer: 'endReason' });
    this.#set({ callNumber: callNumber + 1 });
    if (endReason === null) return this.#set({ running: null });
    this.#setRunning({ phase: 'over', endReason, media: NO_MEDIA, own: NO_LOCAL_MEDIA });
    this.#run({ do: 'startTimer', timer: 'endReason', ms: END_REASON_SHOWN_MS });
  }

  #release(): undefined {
    const room = this.#state.running?.room ?? '';
    this.#run({ do: 'stopTimer', timer: 'mediaRetry' }, { do: 'stopRingtone' }, { do: 'release' });
    this.#run({ do: 'saveSnapshot', snapshot: null });
    if (room !== '') this.#run({ do: 'postToTabs', message: { is: 'over', room } });
  }

  #close(): undefined {
    this.#stopRing();
    this.#run({ do: 'stopTimer', timer: 'endReason' });
    // A page without a call leaves the call of the page before to the next one.
    if (this.#state.running !== null) this.#release();
    this.#state = NO_CALLS;
  }

  #updatePhase(): undefined {
    const { running } = this.#state;
    if (running === null) return;
    const phase = phaseOf(running, this.#context.viewerId);
    if (phase === running.phase) return;
    if (phase === 'ringing') this.#run({ do: 'startRingtone', kind: 'outgoing' });
    else if (running.phase === 'ringing') this.#run({ do: 'stopRingtone' });
    this.#setRunning({ phase });
  }

  #applyCall(call: Call): undefined {
    const { running } = this.#state;
    const { viewerId, now } = this.#context;
    if (running === null) return;
    if (call.state === 'ended') return this.#finish(endReasonOf(call, viewerId));
    if (running.phase === 'visiting' && participantOf(call, viewerId)?.state === 'joined')
      this.#run({ do: 'setEntryType', entryType: 'init' });
    const began = call.started === null ? null : (running.began ?? now - call.duration_s * 1000);
    this.#setRunning({ call, began });
    this.#updatePhase();
  }

  #countOthersPresent(): number {
    const call = this.#state.running?.call ?? null;
    if (call === null) return 0;
    return othersIn(call, this.#context.viewerId).filter((person) => person.state !== 'ringing').length;
  }

  #handleRoomEvent(event: EnterCallEvent): undefined {
    const { viewerId } = this.#context;
    switch (event.type) {
      case 'state':
        return this.#applyCall(event.call);
      case 'media':
        this.#run({ do: 'stopTimer', timer: 'mediaRetry' }, { do: 'applyMedia', media: event });
        if (event.mode === 'room' && event.seat === undefined)
          this.#run({ do: 'startTimer', timer: 'mediaRetry', ms: MEDIA_AGAIN_MS });
        return;
      case 'signal':
        return this.#run({ do: 'receiveSignal', from: event.from, data: event.data });
      case 'chat':
        return this.#run({ do: 'showMessage', message: event });
      case 'init':
        return this.#announceJoining(event);
      case 'hangup':
        return this.#handleLeaving(event);
      case 'mute':
        if (this.#state.running?.own.microphone.isOn === true) this.#setRunning({ muteRequestedBy: nameOf(event) });
        return;
      case 'clock':
        return this.#run({ do: 'receiveClock', sent: event.sent, serverMs: event.server_ms });
      case 'listening':
        if (event.user_id !== viewerId && event.state === 'stopped')
          this.#notify({ is: 'listening_stopped', name: nameOf(event) });
        return;
      case 'recording':
        if (event.user_id !== viewerId && isEnd(event.state))
          this.#notify({ is: 'recording', state: event.state, name: nameOf(event) });
        return;
      case 'visitor':
        if (event.user_id !== viewerId) return;
        if (event.state === 'refused') this.#finish('refused');
        else if (event.state === 'admitted')
          this.#run({ do: 'setEntryType', entryType: 'init' }, { do: 'send', message: { type: 'init' } });
        return;
      case 'refused':
        if (event.message) this.#notify({ is: 'refused', message: event.message });
        if (event.of === 'init' || event.of === 'visitor') this.#finish(null);
        return;
      default:
        return;
    }
  }

  /**
   * In a call of two, the window itself shows the joining. In a larger call each person is announced once, even if the
   * page of that person reconnects.
   */
  #announceJoining(event: Extract<EnterCallEvent, { type: 'init' }>): undefined {
    const { announcedUserIds } = this.#state;
    if (announcedUserIds.includes(event.user_id)) return;
    if (event.user_id !== this.#context.viewerId && this.#countOthersPresent() > 1)
      this.#notify({ is: 'came', name: nameOf(event) });
    this.#set({ announcedUserIds: [...announcedUserIds, event.user_id] });
  }

  #handleLeaving(event: Extract<EnterCallEvent, { type: 'hangup' }>): undefined {
    const { user_id: userId, reason } = event;
    if (userId !== this.#context.viewerId) {
      this.#set({ announcedUserIds: this.#state.announcedUserIds.filter((id) => id !== userId) });
      if ((reason === 'left' || reason === 'lost') && this.#countOthersPresent() > 0)
        this.#notify({ is: 'went', name: nameOf(event) });
    } else if (reason === 'entered_elsewhere' || reason === 'answered_elsewhere') {
      this.#notify({ is: 'entered_elsewhere' });
      this.#finish(null);
    } else this.#finish(reason);
  }
}
