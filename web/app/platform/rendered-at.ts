/** Which of a person's numbered events the page knew when the server rendered it. */
interface RenderedAt {
  userId: number;
  seq: number;
}

let rendered: RenderedAt | undefined;
/** Whoever opened the line took it: from there on the line counts by itself. */
let isTaken = false;

/** Once for each person who signs in here; data read anew later changes nothing. */
export function noteRenderedAt(userId: number, seq: number): void {
  if (rendered?.userId === userId) return;
  rendered = { userId, seq };
  isTaken = false;
}

/** Where the first line on this path begins, so that nothing between the page and its socket is missed. */
export function takeRenderedAt(path: string): number | undefined {
  if (rendered === undefined || isTaken || path !== `/ws/notifications/${rendered.userId}/`) return undefined;
  isTaken = true;
  return rendered.seq;
}
