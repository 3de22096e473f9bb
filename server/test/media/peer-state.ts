import type { PeerConnection } from 'node-datachannel';

export const whenConnected = (peer: PeerConnection): Promise<void> =>
  new Promise((resolve) => peer.onStateChange((state) => state === 'connected' && resolve()));

/** All candidates of this side are in its description. */
export const whenGathered = (peer: PeerConnection): Promise<void> =>
  new Promise((resolve) => peer.onGatheringStateChange((state) => state === 'complete' && resolve()));
