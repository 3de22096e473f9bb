import { CALL_PARTICIPANTS_MAX } from '@app/contract/live/media-room';
import {
  type CallMode,
  type CallParticipantState,
  CLEANUP_MS,
  ENTER_SECONDS,
  type HangupReason,
  RECONNECT_SECONDS,
  RING_SECONDS,
} from '@app/contract/messaging/calls';
import {
  type CallListeningRow,
  type ListeningStep,
  type ListeningStepEvent,
  NO_LISTENING,
  stepListening,
} from './call-listening.ts';
import {
  advanceRecording,
  type CallRecordingRow,
  NO_RECORDING,
  NOT_RECORDED,
  type ParticipantRecordingRow,
  type RecordingChange,
  type RecordingStep,
  type RecordingStepEvent,
  stepRecording,
} from './call-recording.ts';

const SECOND_MS = 1000;
const VISITORS_MAX = 8;

/** `away` is `joined` without a page and is derived, not stored. */
export type ParticipantState = Exclude<CallParticipantState, 'away'>;

export interface CallParticipantRow extends ParticipantRecordingRow {
  userId: number;
  state: ParticipantState;
  inviterId: number | null;
  rings: number;
  rungAt: Date | null;
  ringsUntil: Date | null;
  onlineUntil: Date | null;
  page: string | null;
  joinedAt: Date | null;
  leftAt: Date | null;
  hasJoined: boolean;
  connectedMs: number;
}

export interface CallState extends CallRecordingRow, CallListeningRow {
  starterId: number | null;
  state: 'ringing' | 'running' | 'ended';
  mode: CallMode;
  startedAt: Date | null;
  endedAt: Date | null;
  aloneSince: Date | null;
  people: readonly CallParticipantRow[];
}

/** A step by a user or by time. `by` is always the user of the session. */
export type CallStep =
  | { type: 'ring'; by: number; users: readonly { id: number; isBusy: boolean }[] }
  | { type: 'accept'; by: number }
  /** A page is here: whom the call rings accepts by it. */
  | { type: 'enter'; by: number; page: string }
  | { type: 'decline'; by: number; reason: 'declined' | 'busy' }
  | { type: 'cancel'; by: number; user: number }
  | { type: 'hangup'; by: number }
  /** This page is gone. */
  | { type: 'exit'; by: number; page: string }
  | { type: 'visit'; by: number }
  | { type: 'answer'; by: number; user: number; isAdmitted: boolean }
  | { type: 'move'; by: number }
  | { type: 'record'; by: number; step: RecordingStep }
  | { type: 'listen'; by: number; step: ListeningStep }
  /** Ask this person to be silent. */
  | { type: 'mute'; by: number; user: number }
  /** One of the two blocked the other. */
  | { type: 'part'; one: number; other: number }
  /** This person is no more. */
  | { type: 'forget'; user: number }
  | { type: 'clock' };

/** Facts caused by a step, without names and media. {@link receivesRoomEvent} decides who receives them. */
export type CallStepEvent =
  | { type: 'init' | 'exit'; user: number }
  | { type: 'add_user'; user: number; by: number }
  | { type: 'visitor'; user: number; state: 'asks' | 'admitted' | 'refused' }
  | { type: 'hangup'; user: number; reason: HangupReason }
  | RecordingStepEvent
  | ListeningStepEvent
  | { type: 'mute'; user: number; to: number }
  /** How the media of this person go is new; without a person: of everybody. */
  | { type: 'media'; user?: number };

export type RingStepEvent =
  | { type: 'init' | 'add_user' | 'knock'; user: number; by: number }
  | { type: 'hangup'; user: number; by: number; reason: HangupReason };

export interface CallStepOutcome {
  call: CallState;
  roomEvents: CallStepEvent[];
  ringEvents: RingStepEvent[];
  missed: { user: number; by: number }[];
  departedIds: number[];
  refusal?: StepRefusal;
}

export type StepRefusal = 'not_found' | 'call_over' | 'call_full' | 'in_call' | 'recording_refused';

export const isIn = ({ state }: Pick<CallParticipantRow, 'state'>): boolean => state === 'joined';
export const findParticipant = ({ people }: CallState, userId: number): CallParticipantRow | undefined =>
  people.find((person) => person.userId === userId);

/** Returns whether the user may receive media now. The only place that decides this. */
export function mayHaveMedia(call: CallState, userId: number): boolean {
  const person = findParticipant(call, userId);
  return call.state === 'running' && person !== undefined && isIn(person);
}

export function peerOf(call: CallState, userId: number): CallParticipantRow | undefined {
  if (call.mode !== 'peer' || !mayHaveMedia(call, userId)) return undefined;
  return call.people.find((person) => isIn(person) && person.userId !== userId);
}

export const maySignal = (call: CallState, from: number, to: number): boolean => peerOf(call, from)?.userId === to;

/**
 * Returns whether the user receives a room event: participants receive everything for all, and everybody the end of
 * their own participation.
 */
export function receivesRoomEvent(call: CallState, userId: number, event: CallStepEvent): boolean {
  if (event.type === 'media') return mayHaveMedia(call, userId) && (event.user === undefined || event.user === userId);
  const person = findParticipant(call, userId);
  if (person === undefined) return false;
  if (event.type === 'mute') return isIn(person) && event.to === userId;
  if (isIn(person)) return true;
  return event.user === userId && (event.type === 'hangup' || event.type === 'visitor');
}

export function mayViewCall(call: CallState, userId: number): boolean {
  const person = findParticipant(call, userId);
  return person !== undefined && (person.hasJoined || person.inviterId !== null || call.starterId === userId);
}

export interface NewCall {
  starterId: number;
  users: readonly { id: number; isBusy: boolean }[];
}

export function createCallState({ starterId, users }: NewCall, now: Date): CallStepOutcome {
  const starter: CallParticipantRow = { ...nobody(starterId), ...joined(now, after(now, ENTER_SECONDS)) };
  const mode = users.length > 1 ? 'room' : 'peer';
  const begun = { starterId, state: 'ringing', mode, startedAt: null, endedAt: null, aloneSince: null } as const;
  const draft = new CallTransition({ ...begun, ...NO_RECORDING, ...NO_LISTENING, people: [starter] }, now);
  draft.ring(starterId, users);
  draft.advance();
  return draft.outcome();
}

/** Applies a step to a call. Time-outs apply first, so an answer that comes too late is a missed call. */
export function stepCall(call: CallState, step: CallStep, now: Date): CallStepOutcome {
  const draft = new CallTransition(call, now);
  draft.expire();
  draft.advance();
  const refusal = step.type === 'clock' ? undefined : draft.apply(step);
  draft.advance();
  return draft.outcome(refusal);
}

/** Returns the earliest time at which a time-out may apply; null when the call is over. */
export function nextDue({ state, people, aloneSince }: CallState): Date | null {
  if (state === 'ended') return null;
  const times = people.flatMap(({ state, ringsUntil, onlineUntil }) => {
    if (state === 'ringing' && ringsUntil !== null) return [ringsUntil.getTime()];
    return state === 'joined' && onlineUntil !== null ? [onlineUntil.getTime()] : [];
  });
  if (aloneSince !== null) times.push(aloneSince.getTime() + CLEANUP_MS);
  return new Date(Math.min(...times));
}

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * SECOND_MS);

const nobody = (userId: number): CallParticipantRow => ({
  userId,
  state: 'left',
  inviterId: null,
  rings: 0,
  rungAt: null,
  ringsUntil: null,
  onlineUntil: null,
  page: null,
  joinedAt: null,
  leftAt: null,
  hasJoined: false,
  connectedMs: 0,
  ...NOT_RECORDED,
});

const joined = (now: Date, onlineUntil: Date) =>
  ({
    state: 'joined',
    joinedAt: now,
    leftAt: null,
    onlineUntil,
    ringsUntil: null,
    hasJoined: true,
    page: null,
  }) as const;

class CallTransition {
  #call: CallState;
  readonly #now: Date;
  readonly #roomEvents: CallStepEvent[] = [];
  readonly #ringEvents: RingStepEvent[] = [];
  readonly #missed: CallStepOutcome['missed'] = [];
  readonly #departedIds: number[] = [];

  constructor(call: CallState, now: Date) {
    this.#call = call;
    this.#now = now;
  }

  outcome(refusal?: StepRefusal): CallStepOutcome {
    const { others, media } = Object.groupBy(this.#roomEvents, ({ type }) => (type === 'media' ? 'media' : 'others'));
    // Other events come first; new media is sent once, whatever caused it.
    const all = media?.find((event) => event.type === 'media' && event.user === undefined);
    const renewed = all === undefined ? (media ?? []) : [all];
    const events = [...(others ?? []), ...renewed];
    return {
      ...(refusal && { refusal }),
      call: this.#call,
      roomEvents: events,
      ringEvents: this.#ringEvents,
      missed: this.#missed,
      departedIds: this.#departedIds,
    };
  }

  #participant(userId: number): CallParticipantRow | undefined {
    return findParticipant(this.#call, userId);
  }

  #set(userId: number, change: Partial<CallParticipantRow>): void {
    const old = this.#participant(userId);
    const people = old === undefined ? [...this.#call.people, { ...nobody(userId), ...change }] : this.#call.people;
    this.#call = {
      ...this.#call,
      people: people.map((person) => (person === old ? { ...person, ...change } : person)),
    };
  }

  #those(state: ParticipantState): CallParticipantRow[] {
    return this.#call.people.filter((person) => person.state === state);
  }

  expire(): void {
    if (this.#call.state === 'ended') return;
    for (const { userId, ringsUntil } of this.#those('ringing')) {
      if (ringsUntil !== null && ringsUntil <= this.#now) this.#endRing(userId, 'missed');
    }
    for (const { userId, onlineUntil } of this.#those('joined')) {
      if (onlineUntil !== null && onlineUntil <= this.#now) this.#leave(userId, 'lost');
    }
  }

  apply(step: Exclude<CallStep, { type: 'clock' }>): StepRefusal | undefined {
    if (step.type === 'part') return this.#separate(step.one, step.other);
    if (step.type === 'forget') return this.#removeUser(step.user);
    const me = this.#participant(step.by);
    if (step.type === 'visit') return this.#visit(step.by, me);
    if (me === undefined) return 'not_found';
    if (this.#call.state === 'ended') return step.type === 'hangup' || step.type === 'exit' ? undefined : 'call_over';
    switch (step.type) {
      case 'accept':
        return this.#accept(me);
      case 'enter':
        return this.#enter(me, step.page);
      case 'decline':
        if (me.state === 'ringing') this.#endRing(step.by, step.reason);
        return undefined;
      case 'hangup':
        if (isIn(me)) this.#leave(step.by, 'left');
        else if (me.state === 'ringing') this.#endRing(step.by, 'declined');
        else if (me.state === 'visiting') this.#set(step.by, { state: 'left' });
        return undefined;
      case 'exit':
        return this.#exit(me, step.page);
    }
    if (!isIn(me)) return 'not_found';
    switch (step.type) {
      case 'ring':
        return this.ring(step.by, step.users);
      case 'cancel':
        return this.#cancel(step.by, step.user);
      case 'answer':
        return this.#answer(step.user, step.isAdmitted);
      case 'move':
        if (this.#call.state === 'running') this.#moveToRoom();
        return undefined;
      case 'mute': {
        const other = this.#participant(step.user);
        if (other !== undefined && isIn(other) && other !== me)
          this.#roomEvents.push({ type: 'mute', user: step.by, to: step.user });
        return undefined;
      }
      case 'record':
        return this.#record(stepRecording(this.#call, me, step.step, this.#now));
      case 'listen': {
        const { call, events = [] } = stepListening(this.#call, step.by, step.step, this.#now);
        this.#call = { ...this.#call, ...call };
        this.#roomEvents.push(...events);
        return undefined;
      }
    }
  }

  ring(by: number, users: readonly { id: number; isBusy: boolean }[]): StepRefusal | undefined {
    const isExpected = ({ state }: CallParticipantRow) => state === 'joined' || state === 'ringing';
    const expected = new Set(this.#call.people.filter(isExpected).map(({ userId }) => userId));
    const fresh = users.filter(({ id }) => !expected.has(id));
    if (expected.size + fresh.length > CALL_PARTICIPANTS_MAX) return 'call_full';
    const isRunning = this.#call.state === 'running';
    for (const { id, isBusy } of fresh) {
      const rings = (this.#participant(id)?.rings ?? 0) + 1;
      const rung = { inviterId: by, rings, rungAt: this.#now };
      if (isBusy) {
        this.#set(id, { ...rung, state: 'busy', ringsUntil: null });
        this.#ringEvents.push({ type: 'knock', user: id, by });
        this.#roomEvents.push({ type: 'hangup', user: id, reason: 'busy' });
        this.#missed.push({ user: id, by });
      } else {
        this.#set(id, { ...rung, state: 'ringing', ringsUntil: after(this.#now, RING_SECONDS) });
        this.#ringEvents.push({ type: isRunning ? 'add_user' : 'init', user: id, by });
        this.#roomEvents.push({ type: 'add_user', user: id, by });
      }
    }
    return undefined;
  }

  #accept(me: CallParticipantRow): StepRefusal | undefined {
    if (isIn(me)) return undefined;
    if (me.state !== 'ringing') return me.inviterId === null ? 'not_found' : 'call_over';
    this.#ringEvents.push({ type: 'hangup', user: me.userId, by: me.inviterId ?? 0, reason: 'answered_elsewhere' });
    this.#join(me.userId);
    return undefined;
  }

  /** The second participant starts the call; the third moves it to a media room. */
  #join(userId: number): void {
    const wasRunning = this.#call.state === 'running';
    this.#set(userId, joined(this.#now, after(this.#now, ENTER_SECONDS)));
    const startedAt = this.#call.startedAt ?? this.#now;
    this.#call = { ...this.#call, state: 'running', startedAt, aloneSince: null };
    this.#roomEvents.push({ type: 'init', user: userId });
    if (this.#those('joined').length > 2) this.#moveToRoom();
    if (this.#call.mode === 'room')
      this.#roomEvents.push(wasRunning ? { type: 'media', user: userId } : { type: 'media' });
  }

  #moveToRoom(): void {
    if (this.#call.mode === 'room') return;
    this.#call = { ...this.#call, mode: 'room' };
    this.#roomEvents.push({ type: 'media' });
  }

  #enter(me: CallParticipantRow, page: string): StepRefusal | undefined {
    if (me.state === 'ringing') this.#accept(me);
    else if (!isIn(me)) return me.inviterId === null && !me.hasJoined ? 'not_found' : 'call_over';
    const isBack = isIn(me);
    this.#set(me.userId, { page, onlineUntil: after(this.#now, RECONNECT_SECONDS) });
    if (isBack) this.#roomEvents.push({ type: 'init', user: me.userId });
    if (this.#call.state !== 'running') return undefined;
    // Peer to peer, the connection is set up anew for both once both are there.
    if (this.#call.mode === 'room') this.#roomEvents.push({ type: 'media', user: me.userId });
    else if (this.#those('joined').every((person) => person.page !== null)) this.#roomEvents.push({ type: 'media' });
    return undefined;
  }

  #exit(me: CallParticipantRow, page: string): undefined {
    if (!isIn(me) || me.page !== page) return;
    this.#set(me.userId, { page: null, onlineUntil: after(this.#now, RECONNECT_SECONDS) });
    this.#roomEvents.push({ type: 'exit', user: me.userId });
  }

  #cancel(by: number, userId: number): StepRefusal | undefined {
    const person = this.#participant(userId);
    if (person?.state !== 'ringing') return undefined;
    if (person.inviterId !== by && this.#call.starterId !== by) return 'not_found';
    this.#endRing(userId, 'cancelled');
    return undefined;
  }

  #visit(by: number, me: CallParticipantRow | undefined): StepRefusal | undefined {
    if (this.#call.state === 'ended') return 'call_over';
    // A ringing user accepts; a refused guest stays out.
    if (me !== undefined && ['joined', 'ringing', 'visiting', 'refused'].includes(me.state)) return undefined;
    if (this.#those('visiting').length >= VISITORS_MAX) return 'call_full';
    this.#set(by, { state: 'visiting' });
    this.#roomEvents.push({ type: 'visitor', user: by, state: 'asks' });
    return undefined;
  }

  #answer(userId: number, isAdmitted: boolean): StepRefusal | undefined {
    if (this.#participant(userId)?.state !== 'visiting') return undefined;
    if (!isAdmitted) {
      this.#set(userId, { state: 'refused' });
      this.#roomEvents.push({ type: 'visitor', user: userId, state: 'refused' });
      return undefined;
    }
    if (this.#those('joined').length + this.#those('ringing').length >= CALL_PARTICIPANTS_MAX) return 'call_full';
    this.#roomEvents.push({ type: 'visitor', user: userId, state: 'admitted' });
    this.#join(userId);
    return undefined;
  }

  /** After a block, ends rings between the two users and a call that has no other participant. */
  #separate(one: number, other: number): undefined {
    if (this.#call.state === 'ended') return;
    for (const [user, from] of [
      [one, other],
      [other, one],
    ] as const) {
      const person = this.#participant(user);
      // Looks like a cancelled ring, so that the block is not revealed.
      if (person?.state === 'ringing' && person.inviterId === from) this.#endRing(user, 'cancelled', false);
      if (person?.state === 'visiting') this.#set(user, { state: 'refused' });
    }
    const inside = this.#those('joined');
    if (inside.length === 2 && inside.every(({ userId }) => userId === one || userId === other))
      for (const { userId } of inside) this.#leave(userId, 'left');
  }

  #removeUser(userId: number): undefined {
    const person = this.#participant(userId);
    if (person?.state === 'ringing') this.#endRing(userId, 'declined');
    else if (person !== undefined && isIn(person)) this.#leave(userId, 'left');
    else if (person?.state === 'visiting') this.#set(userId, { state: 'left' });
  }

  #endRing(
    userId: number,
    reason: 'declined' | 'missed' | 'cancelled' | 'busy',
    isRecorded = reason !== 'declined',
  ): void {
    const inviterId = this.#participant(userId)?.inviterId ?? null;
    this.#set(userId, { state: reason, ringsUntil: null });
    this.#roomEvents.push({ type: 'hangup', user: userId, reason });
    this.#ringEvents.push({ type: 'hangup', user: userId, by: inviterId ?? 0, reason });
    if (isRecorded && inviterId !== null) this.#missed.push({ user: userId, by: inviterId });
  }

  #leave(userId: number, reason: 'left' | 'lost' | 'alone'): void {
    const person = this.#participant(userId);
    const startedAt = this.#call.startedAt;
    // Waiting for an answer does not count as connected time.
    const from = Math.max(person?.joinedAt?.getTime() ?? 0, startedAt?.getTime() ?? 0);
    const connectedMs = startedAt === null ? 0 : Math.max(0, this.#now.getTime() - from);
    this.#set(userId, {
      state: 'left',
      page: null,
      onlineUntil: null,
      leftAt: this.#now,
      connectedMs: (person?.connectedMs ?? 0) + connectedMs,
    });
    this.#roomEvents.push({ type: 'hangup', user: userId, reason });
    this.#departedIds.push(userId);
  }

  #record({ call, people = [], events = [], refusal }: RecordingChange): StepRefusal | undefined {
    if (call !== undefined) this.#call = { ...this.#call, ...call };
    for (const { id, change } of people) this.#set(id, change);
    this.#roomEvents.push(...events);
    return refusal;
  }

  advance(): void {
    this.#advanceCall();
    this.#record(advanceRecording(this.#call, this.#now));
  }

  /**
   * Ends the call at once when nobody is in or the caller gave up, and after a delay when one participant is left and
   * nobody is expected.
   */
  #advanceCall(): void {
    if (this.#call.state === 'ended') return;
    const inside = this.#those('joined');
    const isStarted = this.#call.startedAt !== null;
    const hasGivenUp = !isStarted && !inside.some(({ userId }) => userId === this.#call.starterId);
    if (inside.length === 0 || hasGivenUp) this.#end();
    else if (inside.length === 1 && this.#those('ringing').length === 0 && this.#those('visiting').length === 0) {
      const aloneSince = this.#call.aloneSince ?? this.#now;
      this.#call = { ...this.#call, aloneSince };
      if (aloneSince.getTime() + CLEANUP_MS <= this.#now.getTime()) this.#end();
    } else if (this.#call.aloneSince !== null) this.#call = { ...this.#call, aloneSince: null };
  }

  #end(): void {
    for (const { userId } of this.#those('ringing')) this.#endRing(userId, 'cancelled');
    for (const { userId } of this.#those('joined')) this.#leave(userId, 'alone');
    for (const { userId } of this.#those('visiting')) {
      this.#set(userId, { state: 'refused' });
      this.#roomEvents.push({ type: 'visitor', user: userId, state: 'refused' });
    }
    this.#call = { ...this.#call, state: 'ended', endedAt: this.#now, aloneSince: null, listening: null };
  }
}
