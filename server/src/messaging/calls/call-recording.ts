import type { CallRecording, RecordingEvent } from '@app/contract/messaging/calls';

/** Minimum milliseconds between a refused request to record and the next one. */
export const REQUEST_AGAIN_MS = 60_000;

export interface CallRecordingRow {
  /** Number of the last recording; 0: none was requested. */
  recording: number;
  recordingBeganAt: Date | null;
  recordingSince: Date | null;
  recordingRefusedAt: Date | null;
}

export interface ParticipantRecordingRow {
  isRecording: boolean;
  /** Number of the recording that the participant consented to; 0: none, or the consent was withdrawn. */
  agreedTo: number;
  agreedAt: Date | null;
  recordedMs: number;
}

/** `agree`, `refuse` and `stop` name the recording, because another one may have begun in the meantime. */
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

/** A recording runs only while every participant has agreed and the recording page is connected. */
export function advanceRecording(call: RecordedCall, now: Date): RecordingChange {
  const recorder = recorderOf(call);
  if (recorder === undefined) return NOTHING;
  if (call.state !== 'running' || !isIn(recorder)) return end(call, recorder, recorder.userId, now);
  const mayRun = recorder.page !== null && call.people.every((person) => !isIn(person) || hasAgreed(call, person));
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

/** Consents end together with the recording that they were given to. */
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
