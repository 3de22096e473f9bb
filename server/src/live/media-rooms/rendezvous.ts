import { createHash } from 'node:crypto';
import { CALL_PARTICIPANTS_MAX, MEDIA_NODE_ROOMS_MAX } from '@app/contract/live/media-room';

/** Part of the fair share of people, and people besides, that a node may carry before new rooms go elsewhere. */
const SHARE_MAX = 1.25;
const PEOPLE_SPARE = CALL_PARTICIPANTS_MAX;

const scoreOf = (node: string, roomId: string): string =>
  createHash('sha256').update(`${node} ${roomId}`).digest('hex');

/**
 * Returns the node that a room belongs on (rendezvous hashing): all app nodes agree without communication, and when a
 * node is lost only its own rooms move.
 */
export function pickNode(nodes: readonly string[], roomId: string): string | undefined {
  let best: { node: string; score: string } | undefined;
  for (const node of nodes) {
    const score = scoreOf(node, roomId);
    if (best === undefined || score > best.score) best = { node, score };
  }
  return best?.node;
}

export interface NodeBurden {
  url: string;
  rooms: number;
  people: number;
}

/**
 * Returns the nodes that new rooms may go to: those with room that carry about their share of the people, so that a large
 * stream sends the rooms after it elsewhere. The bound is wide, because app nodes that hear of people at slightly
 * different moments have to pick the same node.
 */
export function nodesForNewRooms(nodes: readonly NodeBurden[]): string[] {
  const average = nodes.reduce((sum, { people }) => sum + people, 0) / nodes.length;
  const withRoom = nodes.filter(({ rooms }) => rooms < MEDIA_NODE_ROOMS_MAX);
  const among = withRoom.length > 0 ? withRoom : nodes;
  const light = among.filter(({ people }) => people <= average * SHARE_MAX + PEOPLE_SPARE);
  return (light.length > 0 ? light : among).map(({ url }) => url);
}
