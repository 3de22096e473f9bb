import { REACTIONS, WARNINGS } from '@app/contract/messaging/chat';
import { z } from 'zod';
import { readData } from '../platform/read-data.ts';
import { type DemoAdWithHistory, demoAdsWithHistory } from './demo-ad-history.ts';
import { demoPeople } from './demo-people.ts';
import { phrasesOf } from './demo-phrases.ts';
import { createRandom, type Random } from './random.ts';

const scriptedMessage = z.strictObject({
  from: z.string(),
  minutesAgo: z.number(),
  text: z.string(),
  photos: z.array(z.string()).optional(),
  file: z.enum(['receipt', 'mix']).optional(),
  reaction: z.enum(REACTIONS).optional(),
  warnings: z.array(z.enum(WARNINGS)).optional(),
  /** Whole roubles offered for the ad that the chat is about. The offer is still open. */
  offersPrice: z.number().optional(),
  /** Index of the message that it replies to, in the same chat. */
  repliesTo: z.number().optional(),
});
export type ScriptedMessage = z.output<typeof scriptedMessage>;

const chatScript = z.strictObject({
  between: z.tuple([z.string(), z.string()]),
  about: z.string().optional(),
  unread: z.number().optional(),
  /** True for a message request from the first to the second, not answered yet. */
  isRequest: z.boolean().optional(),
  pinnedBy: z.string().optional(),
  mutedBy: z.string().optional(),
  messages: z.array(scriptedMessage),
});
export type ChatScript = z.output<typeof chatScript>;

const CHAT_SCRIPTS = readData(new URL('seed/chats.json', import.meta.url), z.array(chatScript));

const HOUR = 60;
const DAY = 24 * HOUR;
const ASKED_ABOUT = 0.2;
const ANSWERED = 0.8;
const WRITTEN = ['anna'];

export function demoChats(): ChatScript[] {
  const random = createRandom(20_190_412);
  const taken = new Set(CHAT_SCRIPTS.map(({ between }) => pairOf(...between)));
  const isListed = (ad: DemoAdWithHistory) =>
    ad.kind === undefined &&
    ad.deal === undefined &&
    ad.archivedDaysAgo === undefined &&
    ad.enabled !== false &&
    !ad.matchedWord &&
    !ad.blockedReason;
  const adsAskedAbout = demoAdsWithHistory().filter(
    (ad) => isListed(ad) && !WRITTEN.includes(ad.ownerLogin) && random.next() < ASKED_ABOUT,
  );
  const chats = adsAskedAbout.flatMap((ad): ChatScript[] => {
    const buyers = demoPeople().filter(({ login }) => login !== ad.ownerLogin && !WRITTEN.includes(login));
    const buyer = random.pick(buyers).login;
    const pair = pairOf(buyer, ad.ownerLogin);
    if (taken.has(pair)) return [];
    taken.add(pair);
    return [chatAbout(ad, buyer, random)];
  });
  return [...CHAT_SCRIPTS, ...chats];
}

function chatAbout({ title, category, ownerLogin }: DemoAdWithHistory, buyer: string, random: Random): ChatScript {
  const { question, answer } = random.pick(phrasesOf(category).questions);
  const startedAgo = random.whole(3 * HOUR, 20 * DAY);
  const isAnswered = random.next() < ANSWERED;
  const messages: ChatScript['messages'] = [
    { from: buyer, minutesAgo: startedAgo, text: question },
    ...(isAnswered ? [{ from: ownerLogin, minutesAgo: startedAgo - random.whole(2, 2 * HOUR), text: answer }] : []),
  ];
  return { between: [buyer, ownerLogin], about: title, messages, unread: isAnswered ? 0 : 1 };
}

const pairOf = (one: string, other: string): string => [one, other].sort().join(' ');
