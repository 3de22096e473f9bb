import { createHash } from 'node:crypto';

const scoreOf = (node: string, roomId: string): string =>
  createHash('sha256').update(`${node} ${roomId}`).digest('hex');

/**
 * Which of these nodes a room belongs on: all who ask agree without asking each other, and when a node goes only its own
 * rooms move (rendezvous hashing).
 */
export function pickNode(nodes: readonly string[], roomId: string): string | undefined {
  let best: { node: string; score: string } | undefined;
  for (const node of nodes) {
    const score = scoreOf(node, roomId);
    if (best === undefined || score > best.score) best = { node, score };
  }
  return best?.node;
}
