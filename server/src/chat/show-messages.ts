import type { Message } from '@app/contract/chat';
import type { Lang } from '@app/contract/languages';
import type { Services } from '../services.ts';

/** These messages as this person may see them now, by id. What is gone for them is left out; what was deleted for both says so. */
export async function showMessages(
  _services: Services,
  _reader: { userId: number; lang: Lang },
  _ids: readonly number[],
): Promise<Map<number, Message>> {
  return new Map();
}
