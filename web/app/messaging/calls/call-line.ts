import type { EnterCallEvent } from '@app/contract/messaging/calls';
import { createWires } from '../../platform/live-wires.ts';

/** A call's room, as the page that holds the call hears it. It comes back by itself and enters anew each time. */
export interface CallLine {
  say(message: { type: string } & Record<string, unknown>): void;
  /** Whether the server is heard. */
  isHeard(): boolean;
  close(): void;
}

/**
 * Not the line that the tabs of a browser share: whoever holds a call is gone when this page is.
 * `first` is what it says whenever it opens.
 */
export function openCallLine(
  room: string,
  viewerId: number,
  first: { type: 'init' | 'visitor' },
  onEvent: (event: EnterCallEvent) => void,
): CallLine & { enterWith(message: { type: 'init' | 'visitor' }): void } {
  const path = `/ws/entercall/${room}/${viewerId}/`;
  const wires = createWires({
    onEvent: (_, event) => onEvent(event as EnterCallEvent),
    onOpen: () => undefined,
    onMissed: () => undefined,
  });
  const resume = (): void => wires.resume();
  window.addEventListener('online', resume);
  wires.want(path, undefined, false);
  wires.wish(path, first);
  return {
    say: (message) => wires.say(path, message),
    enterWith: (message) => wires.wish(path, message),
    isHeard: () => wires.isHeard(path),
    close() {
      window.removeEventListener('online', resume);
      wires.close();
    },
  };
}
