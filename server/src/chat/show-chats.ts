import type { Chat } from '@app/contract/chat';
import type { Lang } from '@app/contract/languages';
import type { Services } from '../services.ts';

/** The dialogs of this person with these people, as lines of the list, by the id of the other end. Of a dialog that has not begun, an empty line; of people who never were, none. */
export async function showChats(
  _services: Services,
  _reader: { userId: number; lang: Lang },
  _otherIds: readonly number[],
): Promise<Map<number, Chat>> {
  return new Map();
}
