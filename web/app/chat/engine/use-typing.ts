import type { TypingKind } from './chat-types.ts';

/** What the other one is at right now. */
export function useTyping(_userId: number): TypingKind | null {
  return null;
}

/** Call it at every key: it is told at most every two seconds. */
export function tellTyping(_viewerId: number, _userId: number, _what: TypingKind): void {}
