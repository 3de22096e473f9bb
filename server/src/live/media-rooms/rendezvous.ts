import { createHash } from 'node:crypto';

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
