import {
  MEETING_DAYS_MAX,
  MEETING_MINUTES,
  type MeetingAction,
  type MeetingState,
} from '@app/contract/market/meetings';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

export interface MeetingAccess {
  seller_id: number;
  buyer_id: number;
  proposed_by: number;
  state: MeetingState;
  at: Date;
}

interface SideAccess {
  arrived_at: Date | null;
  confirmed_at: Date | null;
}

/** A place in one line. */
export const placeText = (name: string, address: string): string => (address === '' ? name : `${name}, ${address}`);

type Step = keyof typeof MEETING_MINUTES;

const stepTime = (at: Date, step: Step): number => at.getTime() + MEETING_MINUTES[step] * MINUTE_MS;

/** Whether the time of a step has come; `at` is the time of the meeting. */
export const isPast = (at: Date, step: Step, now: Date): boolean => now.getTime() >= stepTime(at, step);

export const isPartyOf = (userId: number, { seller_id, buyer_id }: MeetingAccess): boolean =>
  userId === seller_id || userId === buyer_id;

/** The state at a time, also before the job has written it. */
export function stateAt({ state, at }: Pick<MeetingAccess, 'state' | 'at'>, now: Date): MeetingState {
  if (state === 'proposed' && now >= at) return 'expired';
  return state === 'agreed' && isPast(at, 'over', now) ? 'over' : state;
}

/** A meeting is changed and cancelled before its time only: afterwards nobody but the person stops the relative’s news. */
export const mayChange = (meeting: MeetingAccess, now: Date): boolean =>
  (meeting.state === 'proposed' || meeting.state === 'agreed') && now < meeting.at;

export const mayAnswer = (userId: number, { proposed_by }: MeetingAccess): boolean => proposed_by !== userId;

export const isTimeToArrive = (at: Date, now: Date): boolean =>
  isPast(at, 'arrivalFrom', now) && !isPast(at, 'arrivalUntil', now);

export const isTimeToConfirm = (at: Date, now: Date): boolean => now >= at && !isPast(at, 'over', now);

export const mayChooseRelative = (meeting: MeetingAccess, side: SideAccess, now: Date): boolean =>
  ['proposed', 'agreed'].includes(stateAt(meeting, now)) &&
  side.confirmed_at === null &&
  !isPast(meeting.at, 'relative', now);

/** What the user may do with a meeting now. The server checks the same again when it is done. */
export function actionsOf(
  userId: number,
  meeting: MeetingAccess,
  { side, isBlocked }: { side: SideAccess; isBlocked: boolean },
  now: Date,
): MeetingAction[] {
  const state = stateAt(meeting, now);
  const relative: MeetingAction[] = mayChooseRelative(meeting, side, now) ? ['relative'] : [];
  const change: MeetingAction[] = isBlocked ? [] : ['change'];
  if (state === 'proposed') {
    if (!mayAnswer(userId, meeting)) return [...change, 'cancel', ...relative];
    return isBlocked ? ['decline'] : ['accept', 'change', 'decline', ...relative];
  }
  if (state !== 'agreed') return [];
  return [
    ...(isTimeToConfirm(meeting.at, now) && side.confirmed_at === null ? (['confirm'] as const) : []),
    ...(isTimeToArrive(meeting.at, now) && side.arrived_at === null && side.confirmed_at === null
      ? (['arrive'] as const)
      : []),
    ...(mayChange(meeting, now) ? [...change, 'cancel' as const] : []),
    ...relative,
  ];
}

/** When something happens next: what the cards show changes, somebody is told, or the meeting is over. */
export function nextStepAt({ state, at }: Pick<MeetingAccess, 'state' | 'at'>, now: Date): Date | null {
  if (state === 'proposed') return at;
  if (state !== 'agreed') return null;
  const times = [at.getTime(), ...Object.keys(MEETING_MINUTES).map((step) => stepTime(at, step as Step))];
  const next = Math.min(...times.filter((time) => time > now.getTime()));
  // The end may have passed while no job ran.
  return Number.isFinite(next) ? new Date(next) : now;
}

export const isMeetingTime = (at: Date, now: Date): boolean =>
  at > now && at.getTime() <= now.getTime() + MEETING_DAYS_MAX * DAY_MS;
