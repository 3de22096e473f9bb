import type { Tx } from '../database.ts';
import type { Services } from '../services.ts';

interface AboutAd {
  chatId: number;
  senderId: number;
  receiverId: number;
  boardId: number;
}

/**
 * A message came from an ad: the dialog is about it from now on, and the owner's graph counts one message a dialog and day.
 * Ads that are not of one of the two, or not to be seen, change nothing. Call it while the dialog is held.
 */
export async function noteAboutAd(_services: Pick<Services, 'clock'>, _tx: Tx, _about: AboutAd): Promise<void> {}
