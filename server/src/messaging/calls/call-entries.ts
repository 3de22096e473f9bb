import { createHash } from 'node:crypto';
import type { CallState } from './call-state.ts';

export interface SettledCall {
  from: number;
  to: number;
  /** Whole seconds of an answered call; null when it was declined. */
  seconds: number | null;
  /** A UUID, the same for the same ring. */
  key: string;
}

/**
 * Calls of two that a step settled: one entry when an answered call ends, one for each ring that was declined. A
 * conference has no chat of two to stand in.
 */
export function settledCalls(roomId: string, before: CallState, after: CallState): SettledCall[] {
  const declined = after.people.flatMap(({ userId, state, inviterId, rings }): SettledCall[] => {
    const wasRinging = before.people.some((person) => person.userId === userId && person.state === 'ringing');
    if (state !== 'declined' || !wasRinging || inviterId === null) return [];
    return [{ from: inviterId, to: userId, seconds: null, key: keyOf(roomId, userId, rings) }];
  });
  return [...declined, ...answeredCall(roomId, before, after)];
}

function answeredCall(roomId: string, before: CallState, after: CallState): SettledCall[] {
  if (before.state === 'ended' || after.state !== 'ended' || after.startedAt === null) return [];
  const joined = after.people.filter(({ hasJoined }) => hasJoined);
  const caller = joined.find(({ userId }) => userId === after.starterId);
  const callee = joined.find((person) => person !== caller);
  if (joined.length !== 2 || caller === undefined || callee === undefined) return [];
  const seconds = Math.floor(Math.min(caller.connectedMs, callee.connectedMs) / 1000);
  return [{ from: caller.userId, to: callee.userId, seconds, key: keyOf(roomId, callee.userId, callee.rings) }];
}

function keyOf(roomId: string, userId: number, rings: number): string {
  const hex = createHash('sha256').update(`${roomId} ${userId} ${rings}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
