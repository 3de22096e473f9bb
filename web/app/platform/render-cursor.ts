/** Number of the last user event that the server-rendered page includes. */
interface RenderCursor {
  userId: number;
  seq: number;
}

let rendered: RenderCursor | undefined;
/** After the first socket has used the cursor, the socket counts events itself. */
let isConsumed = false;

/** Set once per signed-in user; data loaded later does not change it. */
export function setRenderCursor(userId: number, seq: number): void {
  if (rendered?.userId === userId) return;
  rendered = { userId, seq };
  isConsumed = false;
}

/**
 * Event number where the first socket of this path starts, so that no event between rendering and connecting is missed.
 */
export function consumeRenderCursor(path: string): number | undefined {
  if (rendered === undefined || isConsumed || path !== `/ws/notifications/${rendered.userId}/`) return undefined;
  isConsumed = true;
  return rendered.seq;
}
