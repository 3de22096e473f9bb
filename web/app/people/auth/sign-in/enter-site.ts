import type { Session } from '@app/contract/people/auth';
import { toast } from '../../../ui/toast/toast.ts';

/** Long enough to be read. */
const READING_MS = 2500;

/** Go where somebody wanted to go before signing in. Who had left and is back is told so first. */
export async function enterSite({ restored }: Pick<Session, 'restored'>, message: string, next: string): Promise<void> {
  if (restored) {
    toast.success(message);
    await new Promise((resolve) => setTimeout(resolve, READING_MS));
  }
  // The whole page belongs to somebody else now: it is loaded anew.
  window.location.assign(next);
}
