import type { Db } from '../database.ts';
import type { SignedInViewer } from '../platform/viewer.ts';

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
export async function noteAction(
  db: Db,
  { userId, sessionId, ip }: SignedInViewer,
  at: Date,
  { action, object, aboutUserId, details }: StaffAction,
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      at,
      actor_id: userId,
      session_id: sessionId,
      ip,
      action,
      object,
      about_user_id: aboutUserId,
      details: details && JSON.stringify(details),
    })
    .execute();
}

/** The same for a change that people make of their own things and staff of everybody's: what is the viewer's own is left out. */
export async function noteOnOthers(
  db: Db,
  viewer: SignedInViewer,
  at: Date,
  action: StaffAction & { aboutUserId: number },
): Promise<void> {
  if (viewer.isStaff && action.aboutUserId !== viewer.userId) await noteAction(db, viewer, at, action);
}
