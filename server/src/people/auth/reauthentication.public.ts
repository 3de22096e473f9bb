import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';

/**
 * Requires re-authentication before a change of credentials: by the current password in the request, or by a password,
 * passkey or one-time code verified in this session within a few minutes. Fails with current_password_required
 * otherwise.
 *
 * The domain users must not import this domain and calls `services.sessions` for the same.
 */
export function requireReauthentication(
  { sessions }: Services,
  viewer: SignedInViewer,
  currentPassword?: string,
): Promise<void> {
  return sessions.requireReauthentication(viewer, currentPassword);
}
