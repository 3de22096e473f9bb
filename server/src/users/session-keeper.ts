import type { Db } from '../database.ts';

/** What the domain needs of sessions. They belong to auth, which stands above and hands this in through the services. */
export interface SessionKeeper {
  /** Whether the password was proved in this session a short while ago. */
  isPasswordProved(sessionId: number): Promise<boolean>;
  /** Prove it now. Fails with current_password_wrong, and with too_many_attempts when somebody is guessing. */
  provePassword(userId: number, sessionId: number, password: string): Promise<void>;
  /** End a person's sessions, all but one when it is named. */
  endOthers(db: Db, userId: number, keepSessionId: number | null): Promise<void>;
}
