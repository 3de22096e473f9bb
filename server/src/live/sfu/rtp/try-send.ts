import type { Track } from 'node-datachannel';

/**
 * Send, if the line still carries. It closes whenever it likes, on a thread of its own, between any question and the next
 * packet; and what is thrown out of a handler of the library ends the process, with every room in it.
 */
export function trySend(track: Pick<Track, 'sendMessageBinary'>, packet: Buffer): boolean {
  try {
    track.sendMessageBinary(packet);
    return true;
  } catch {
    return false;
  }
}
