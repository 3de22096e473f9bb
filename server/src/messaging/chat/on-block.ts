import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { lockChat } from './lock-chat.ts';
import { publishChatEventToBoth } from './publish-chat-event.ts';

/**
 * Publishes a block or unblock to the open pages of both users. Locks the chat, so that a message sent at the same time
 * is stored either before the block or not at all.
 */
export async function onBlock(services: Services, tx: Tx, oneId: number, otherId: number): Promise<void> {
  await lockChat(tx, oneId, otherId);
  await publishChatEventToBoth(services, tx, [oneId, otherId], { type: 'chat_line' });
}
