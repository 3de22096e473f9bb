import type { Session } from '@app/contract/people/auth';
import { storeToast } from '../../../ui/toast/toast.ts';

/** Opens the page that the user wanted before sign-in, which shows the message. */
export function enterSite(next: string, message?: string): void {
  if (message !== undefined) storeToast('success', message);
  // A full page load, because all data on the page belongs to another session.
  window.location.assign(next);
}

/** A restored account is announced. */
export const restoredMessage = ({ restored }: Pick<Session, 'restored'>, message: string): string | undefined =>
  restored ? message : undefined;
