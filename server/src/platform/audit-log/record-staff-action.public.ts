import type { Db } from '../database/tables.ts';
import type { SignedInViewer } from '../http/viewer.ts';

export interface StaffAction {
  /** `area.action`: a permission, or finer where one permission covers several things. */
  action: string;
  /** `user:5`, `ad:7`; left out when it is about no one thing. */
  object?: string;
  /** Whose data it touches. */
  aboutUserId?: number | null;
  /** What changed from what to what, or what was looked for. Never passwords, codes or whole texts. */
  details?: Record<string, unknown>;
}

/** Write down what staff do, in the transaction in which they do it. */
export const recordStaffAction = (db: Db, viewer: SignedInViewer, at: Date, action: StaffAction): Promise<void> =>
  recordStaffActions(db, viewer, at, [action]);

/** Several at once, each about its own thing: what is done to many is found by each of them. */
export async function recordStaffActions(
  db: Db,
  { userId, sessionId, ip }: SignedInViewer,
  at: Date,
  actions: readonly StaffAction[],
): Promise<void> {
  if (actions.length === 0) return;
  const rows = actions.map(({ action, object = '', aboutUserId = null, details = {} }) => ({
    at,
    actor_id: userId,
    session_id: sessionId,
    ip,
    action,
    object,
    about_user_id: aboutUserId,
    details: JSON.stringify(details),
  }));
  await db.insertInto('audit_entries').values(rows).execute();
}

/** The same for a change that people make of their own things and staff of everybody's: what is the viewer's own is left out. */
export async function recordActionOnOthers(
  db: Db,
  viewer: SignedInViewer,
  at: Date,
  action: StaffAction & { aboutUserId: number },
): Promise<void> {
  if (viewer.isStaff && action.aboutUserId !== viewer.userId) await recordStaffAction(db, viewer, at, action);
}
