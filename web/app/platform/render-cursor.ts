/** Which of a person's numbered events the page knew when the server rendered it. */
interface RenderCursor {
  userId: number;
  seq: number;
}

let rendered: RenderCursor | undefined;
/** Whoever opened the line took it: from there on the line counts by itself. */
let isConsumed = false;

/** Once for each person who signs in here; data read anew later changes nothing. */
export function setRenderCursor(userId: number, seq: number): void {
  if (rendered?.userId === userId) return;
  rendered = { userId, seq };
  isConsumed = false;
}

/** Where the first line on this path begins, so that nothing between the page and its socket is missed. */
export function consumeRenderCursor(path: string): number | undefined {
  if (rendered === undefined || isConsumed || path !== `/ws/notifications/${rendered.userId}/`) return undefined;
  isConsumed = true;
  return rendered.seq;
}
