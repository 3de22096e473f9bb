import type { Track } from 'node-datachannel';

/**
 * Sends if the track is open. The track may close on another thread at any time between a check and the send, and an
 * exception thrown within a handler of the library would end the process with all of its rooms.
 */
export function trySend(track: Pick<Track, 'sendMessageBinary'>, packet: Buffer): boolean {
  try {
    track.sendMessageBinary(packet);
    return true;
  } catch {
    return false;
  }
}
