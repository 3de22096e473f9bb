import type { ChatSettings, chatApi } from '@app/contract/messaging/chat';
import type { BodyOf } from '@app/contract/platform/endpoint';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';

const BUYER_REPLIES = ['quick.1', 'quick.2', 'quick.3', 'quick.4', 'quick.8'] as const;
/** The replies that change the state of the ad are fixed; these stand after them. */
const SELLER_REPLIES = ['quick.7', 'quick.8'] as const;

export async function presentChatSettings({ db }: Services, { userId, lang }: SignedInViewer): Promise<ChatSettings> {
  const own = await db.selectFrom('chat_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return {
    shows_reads: own?.shows_reads === false ? 0 : 1,
    shows_typing: own?.shows_typing === false ? 0 : 1,
    quick_replies: own?.quick_replies ?? BUYER_REPLIES.map((key) => texts.t(lang, `dialogs.${key}`)),
    seller_replies: own?.seller_replies ?? SELLER_REPLIES.map((key) => texts.t(lang, `dialogs.${key}`)),
  };
}

export async function changeChatSettings(
  services: Services,
  viewer: SignedInViewer,
  { shows_reads, shows_typing, quick_replies, seller_replies }: BodyOf<typeof chatApi.changeSettings>,
): Promise<ChatSettings> {
  const change = {
    ...(shows_reads !== undefined && { shows_reads: shows_reads === 1 }),
    ...(shows_typing !== undefined && { shows_typing: shows_typing === 1 }),
    ...(quick_replies !== undefined && { quick_replies: normalizeReplies(quick_replies) }),
    ...(seller_replies !== undefined && { seller_replies: normalizeReplies(seller_replies) }),
  };
  if (Object.keys(change).length > 0) {
    await services.db
      .insertInto('chat_settings')
      .values({ user_id: viewer.userId, ...change })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
      .execute();
  }
  return presentChatSettings(services, viewer);
}

/** Removes duplicates and empty replies; an empty list means no quick replies. */
const normalizeReplies = (replies: readonly string[]): string[] => [
  ...new Set(replies.filter((reply) => reply !== '')),
];
