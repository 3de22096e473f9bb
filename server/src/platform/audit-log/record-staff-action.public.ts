import type { Db } from '../database/tables.ts';
import type { SignedInViewer } from '../http/viewer.ts';

export interface StaffAction {
  /** `area.action`: a permission, or finer where one permission covers several things. */
  action: string;
  /** For example `user:5` or `ad:7`; omitted when the action has no single object. */
  object?: string;
  /** Id of the user whose data the action touches. */
  aboutUserId?: number | null;
  /** Old and new values, or the search terms. Never contains passwords, codes or whole texts. */
  details?: Record<string, unknown>;
}

export const recordStaffAction = (db: Db, viewer: SignedInViewer, at: Date, action: StaffAction): Promise<void> =>
  recordStaffActions(db, viewer, at, [action]);

/** Records several actions at once, one entry per object: a bulk action is found from each object it affected. */
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

/**
 * Records a change that owners make to their own objects and staff to anybody's; nothing is recorded when the viewer is
 * the owner.
 */
export async function recordActionOnOthers(
  db: Db,
  viewer: SignedInViewer,
  at: Date,
  action: StaffAction & { aboutUserId: number },
): Promise<void> {
  if (viewer.isStaff && action.aboutUserId !== viewer.userId) await recordStaffAction(db, viewer, at, action);
}
