import type { SignedInViewer, Viewer } from '../http/viewer.ts';

/** Sockets of guests that one address may have open on a node. */
export const GUESTS_PER_ADDRESS_MAX = 50;

let guests = 0;

/** Somebody without a session who was let in: a number below zero, of their own on this node, that stands in no database. */
export function asGuest(viewer: Viewer): SignedInViewer {
  guests += 1;
  return { ...viewer, userId: -guests, sessionId: -guests };
}

export const isGuest = ({ userId }: { userId: number }): boolean => userId < 0;
