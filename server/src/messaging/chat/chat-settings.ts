import { type ChatSettings, type chatApi, REPLY_TOPICS, type ReplyTopic } from '@app/contract/messaging/chat';
import type { BodyOf } from '@app/contract/platform/endpoint';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';

const BUYER_REPLIES = ['quick.1', 'quick.2', 'quick.3', 'quick.4', 'quick.8'] as const;
/** Phrases for ads of other topics than things for sale. */
const TOPIC_REPLIES = {
  buy: { buyer: ['quick.need', 'quick.have', 'quick.8'], seller: ['quick.photo', 'quick.8'] },
  give: { buyer: ['quick.actual', 'quick.pickup', 'quick.8'], seller: ['quick.8'] },
  swap: { buyer: ['quick.actual', 'quick.swap', 'quick.3', 'quick.8'], seller: ['quick.photo', 'quick.8'] },
  rent: { buyer: ['quick.actual', 'quick.look', 'quick.terms', 'quick.8'], seller: ['quick.8'] },
  lend: { buyer: ['quick.actual', 'quick.pickup', 'quick.8'], seller: ['quick.8'] },
  job: { buyer: ['quick.actual', 'quick.more', 'quick.talk'], seller: ['quick.experience', 'quick.8'] },
} as const satisfies Record<ReplyTopic, object>;
/** Phrases that fit things for sale only. */
const FOR_SALE_ONLY = ['quick.1', 'quick.2', 'quick.4', 'quick.7'] as const;
/** The replies that change the state of the ad are fixed; these stand after them. */
const SELLER_REPLIES = ['quick.7', 'quick.8'] as const;

export async function presentChatSettings({ db }: Services, { userId, lang }: SignedInViewer): Promise<ChatSettings> {
  const own = await db.selectFrom('chat_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const phrase = (key: ReplyKey): string => texts.t(lang, `dialogs.${key}`);
  return {
    shows_reads: own?.shows_reads === false ? 0 : 1,
    shows_typing: own?.shows_typing === false ? 0 : 1,
    quick_replies: own?.quick_replies ?? BUYER_REPLIES.map(phrase),
    seller_replies: own?.seller_replies ?? SELLER_REPLIES.map(phrase),
    topic_replies: topicReplies(own?.quick_replies, own?.seller_replies, phrase),
  };
}

type ReplyKey =
  | (typeof BUYER_REPLIES | typeof SELLER_REPLIES)[number]
  | (typeof TOPIC_REPLIES)[ReplyTopic]['buyer' | 'seller'][number];

/** A list that the user made stands under every ad, without the phrases of the first list that fit only things for sale. */
function topicReplies(
  quick: readonly string[] | null | undefined,
  seller: readonly string[] | null | undefined,
  phrase: (key: ReplyKey) => string,
): ChatSettings['topic_replies'] {
  const unfit = new Set(FOR_SALE_ONLY.map(phrase));
  const fitting = (own: readonly string[] | null | undefined, usual: readonly ReplyKey[]): string[] =>
    own?.filter((reply) => !unfit.has(reply)) ?? usual.map(phrase);
  return REPLY_TOPICS.map((topic) => ({
    topic,
    quick_replies: fitting(quick, TOPIC_REPLIES[topic].buyer),
    seller_replies: fitting(seller, TOPIC_REPLIES[topic].seller),
  }));
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
