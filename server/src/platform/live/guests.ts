import type { SignedInViewer, Viewer } from '../http/viewer.ts';

/** Maximum number of open guest sockets per address and node. */
export const GUESTS_PER_ADDRESS_MAX = 50;

let guests = 0;

/** Represents a guest by a negative id that is unique on this node and never stored. */
export function asGuest(viewer: Viewer): SignedInViewer {
  guests += 1;
  return { ...viewer, userId: -guests, sessionId: -guests };
}

export const isGuest = ({ userId }: { userId: number }): boolean => userId < 0;
