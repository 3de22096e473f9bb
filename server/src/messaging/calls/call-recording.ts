import type { CallRecording, RecordingEvent } from '@app/contract/messaging/calls';

/** Whoever was told no asks again after this time at the earliest. */
export const REQUEST_AGAIN_MS = 60_000;

/** What a call keeps of its recordings. */
export interface CallRecordingRow {
  /** The number of the last one; 0: none was asked for. */
  recording: number;
  recordingBeganAt: Date | null;
  /** Null: it does not run. */
  recordingSince: Date | null;
  recordingRefusedAt: Date | null;
}

/** What is kept of one person in them. */
export interface ParticipantRecordingRow {
  /** Asked for the one that goes on. */
  isRecording: boolean;
  /** The number of the one that they agreed to; 0: to none, or not any more. */
  agreedTo: number;
  agreedAt: Date | null;
  recordedMs: number;
}

/** `agree`, `refuse` and `stop` name the recording that is meant: another one may have begun meanwhile. */
export type RecordingStep = { is: 'ask' } | { is: 'agree' | 'refuse' | 'stop'; id: number };

export interface RecordingStepEvent {
  type: 'recording';
  user: number;
  state: RecordingEvent;
}

interface RecordedParticipant extends ParticipantRecordingRow {
  userId: number;
  state: string;
  page: string | null;
}

interface RecordedCall extends CallRecordingRow {
  state: string;
  people: readonly RecordedParticipant[];
}

/** What becomes of a call; what is left out stays. */
export interface RecordingChange {
  call?: Partial<CallRecordingRow>;
  people?: readonly { id: number; change: Partial<ParticipantRecordingRow> }[];
  events?: readonly RecordingStepEvent[];
  refusal?: 'recording_refused';
}

export const NO_RECORDING: CallRecordingRow = {
  recording: 0,
  recordingBeganAt: null,
  recordingSince: null,
  recordingRefusedAt: null,
};
export const NOT_RECORDED: ParticipantRecordingRow = { isRecording: false, agreedTo: 0, agreedAt: null, recordedMs: 0 };

const NOTHING: RecordingChange = {};
const isIn = ({ state }: RecordedParticipant): boolean => state === 'joined';
const recorderOf = ({ people }: RecordedCall): RecordedParticipant | undefined =>
  people.find(({ isRecording }) => isRecording);
const hasAgreed = (call: RecordedCall, { agreedTo }: RecordedParticipant): boolean =>
  agreedTo === call.recording && agreedTo !== 0;

/** The recording that is asked for or goes on, as the people of the call see it. */
export function presentRecording(call: RecordedCall): CallRecording | null {
  const recorder = recorderOf(call);
  if (recorder === undefined) return null;
  const { recording, recordingSince, recordingBeganAt } = call;
  return {
    id: recording,
    by: recorder.userId,
    state: recordingSince !== null ? 'running' : recordingBeganAt !== null ? 'paused' : 'asked',
    agreed: call.people.filter((person) => isIn(person) && hasAgreed(call, person)).map(({ userId }) => userId),
  };
}

/** What somebody who is in the call says about recording it. */
export function stepRecording(
  call: RecordedCall,
  by: RecordedParticipant,
  step: RecordingStep,
  now: Date,
): RecordingChange {
  const recorder = recorderOf(call);
  if (step.is === 'ask')
    return recorder === undefined && call.state === 'running' ? requestRecording(call, by, now) : NOTHING;
  if (recorder === undefined || step.id !== call.recording) return NOTHING;
  switch (step.is) {
    case 'agree':
      if (hasAgreed(call, by)) return NOTHING;
      return {
        people: [{ id: by.userId, change: { agreedTo: call.recording, agreedAt: now } }],
        events: [recordingEvent(by.userId, 'agreed')],
      };
    case 'refuse': {
      if (hasAgreed(call, by)) return end(call, recorder, by.userId, now);
      const ended = end(call, recorder, by.userId, now, 'refused');
      return { ...ended, call: { ...ended.call, recordingRefusedAt: now } };
    }
    case 'stop':
      return end(call, recorder, by.userId, now);
  }
}

/** It runs while everybody who is in has agreed and the page that records is there, and not a moment longer. */
export function advanceRecording(call: RecordedCall, now: Date): RecordingChange {
  const recorder = recorderOf(call);
  if (recorder === undefined) return NOTHING;
  if (call.state !== 'running' || !isIn(recorder)) return end(call, recorder, recorder.userId, now);
  const mayRun = recorder.page !== null && call.people.every((person) => !isIn(person) || hasAgreed(call, person));
  // Whoever comes back is asked again.
  const left = call.people
    .filter((person) => !isIn(person) && person.agreedTo !== 0)
    .map(({ userId }) => ({ id: userId, change: { agreedTo: 0 } }));
  if (mayRun === (call.recordingSince !== null)) return left.length === 0 ? NOTHING : { people: left };
  if (mayRun)
    return {
      call: { recordingSince: now, recordingBeganAt: call.recordingBeganAt ?? now },
      people: left,
      events: [recordingEvent(recorder.userId, call.recordingBeganAt === null ? 'started' : 'resumed')],
    };
  return {
    call: { recordingSince: null },
    people: [...left, { id: recorder.userId, change: { recordedMs: recordedBy(call, recorder, now) } }],
    events: [recordingEvent(recorder.userId, 'paused')],
  };
}

function requestRecording(call: RecordedCall, by: RecordedParticipant, now: Date): RecordingChange {
  const { recordingRefusedAt } = call;
  if (recordingRefusedAt !== null && now.getTime() - recordingRefusedAt.getTime() < REQUEST_AGAIN_MS)
    return { refusal: 'recording_refused' };
  const recording = call.recording + 1;
  return {
    call: { recording },
    people: [{ id: by.userId, change: { isRecording: true, agreedTo: recording, agreedAt: now } }],
    events: [recordingEvent(by.userId, 'asked')],
  };
}

/** Consents end with what they were given to. */
function end(
  call: RecordedCall,
  recorder: RecordedParticipant,
  by: number,
  now: Date,
  state: RecordingEvent = call.recordingBeganAt === null ? 'cancelled' : 'stopped',
): RecordingChange {
  const people = call.people
    .filter(({ isRecording, agreedTo }) => isRecording || agreedTo !== 0)
    .map((person) => ({
      id: person.userId,
      change: {
        agreedTo: 0,
        ...(person === recorder && { isRecording: false, recordedMs: recordedBy(call, recorder, now) }),
      },
    }));
  return { call: { recordingBeganAt: null, recordingSince: null }, people, events: [recordingEvent(by, state)] };
}

const recordedBy = ({ recordingSince }: RecordedCall, { recordedMs }: RecordedParticipant, now: Date): number =>
  recordedMs + (recordingSince === null ? 0 : Math.max(0, now.getTime() - recordingSince.getTime()));

const recordingEvent = (user: number, state: RecordingEvent): RecordingStepEvent => ({
  type: 'recording',
  user,
  state,
});
