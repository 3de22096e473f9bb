import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Who changes what guards an account proves again who they are: with the present password sent along, or with a password,
 * a passkey or a one-time code proved in this session a few minutes ago. Fails with current_password_required otherwise.
 *
 * The domain users, which this one builds on, asks `services.sessions` for the same.
 */
export function requireReauthentication(
  { sessions }: Pick<Services, 'sessions'>,
  viewer: SignedInViewer,
  currentPassword?: string,
): Promise<void> {
  return sessions.requireReauthentication(viewer, currentPassword);
}
