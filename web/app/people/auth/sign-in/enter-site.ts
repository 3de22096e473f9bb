import type { Session } from '@app/contract/people/auth';
import { toast } from '../../../ui/toast/toast.ts';

const READING_MS = 2500;

/** Opens the page that the user wanted before sign-in. A restored account is announced first. */
export async function enterSite({ restored }: Pick<Session, 'restored'>, message: string, next: string): Promise<void> {
  if (restored) {
    toast.success(message);
    await new Promise((resolve) => setTimeout(resolve, READING_MS));
  }
  // A full page load, because all data on the page belongs to another session.
  window.location.assign(next);
}
