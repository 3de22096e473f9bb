import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { lockChat } from './lock-chat.ts';
import { publishChatEventToBoth } from './publish-chat-event.ts';

/**
 * One of two blocked the other, or does no more: the pages of both hear of it. The dialog is held until then: what is being sent at the
 * same moment is there before the block, and nothing comes after it.
 */
export async function onBlock(services: Pick<Services, 'live'>, tx: Tx, oneId: number, otherId: number): Promise<void> {
  await lockChat(tx, oneId, otherId);
  await publishChatEventToBoth(services, tx, [oneId, otherId], { type: 'chat_line' });
}
