import type { CallMedia } from '@app/contract/messaging/calls';
import { iceServers } from '../../live/media-rooms/ice.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { mayHaveMedia, peerOf } from './call-state.ts';
import type { CallRow } from './calls.queries.ts';

/**
 * Returns the media transport of a participant with credentials; undefined without the right to media: before somebody
 * accepted, for a user who is not in the call, and peer to peer before the other participant is there.
 */
export async function findCallMedia(
  { config, mediaRooms }: Services,
  call: CallRow,
  userId: number,
): Promise<CallMedia | undefined> {
  if (!mayHaveMedia(call, userId)) return undefined;
  const ice = () => iceServers(config, userId, call.roomId, call.now);
  if (call.mode === 'peer') {
    const other = peerOf(call, userId);
    if (other === undefined) return undefined;
    // Perfect negotiation: when both offer at once, the called participant is polite.
    const polite = userId === call.starterId ? 0 : 1;
    return { mode: 'peer', peer: { user_id: other.userId, polite }, ice: ice() };
  }
  const joinToken = mediaRooms.isUp()
    ? await mediaRooms.createJoinToken({ id: call.roomId, kind: 'call' }, userId, 'publish')
    : undefined;
  return { mode: 'room', ...(joinToken && { seat: joinToken }), ice: ice() };
}
