import { z } from 'zod';
import { readData } from '../platform/read-data.ts';
import { type DemoAd, demoAds } from './demo-ads.ts';
import { demoPeople } from './demo-people.ts';
import { phrasesOf } from './demo-phrases.ts';
import { createRandom, type Random } from './random.ts';

const commentThread = z.strictObject({
  title: z.string(),
  author: z.string(),
  /** Rating of the seller; 0: none. */
  rating: z.number(),
  message: z.string(),
  replies: z.array(z.strictObject({ author: z.string(), message: z.string() })).optional(),
  hidden: z.boolean().optional(),
});
type CommentThread = z.output<typeof commentThread>;

const COMMENT_THREADS = readData(new URL('seed/comment-threads.json', import.meta.url), z.array(commentThread));

export interface DemoReply {
  authorLogin: string;
  message: string;
  minutesAgo: number;
}

export interface DemoComment extends DemoReply {
  adTitle: string;
  rating: number;
  hidden: boolean;
  replies: readonly DemoReply[];
}

/** Sellers with predetermined ratings: no comments are generated under their ads. */
const KNOWN_SELLERS = ['anna', 'igor'];
const COMMENTED_SHARE = 0.33;
const REVIEWED = 0.7;
const ANSWERED = 0.8;
const COMPLAINING = 0.4;

export function demoComments(): DemoComment[] {
  const random = createRandom(20_230_817);
  // Their questions are about things for sale.
  const ads = demoAds().filter(({ kind }) => kind === undefined);
  const byTitle = new Map(ads.map((ad) => [ad.title, ad]));
  const written = COMMENT_THREADS.map(({ title }) => title);
  const others = ads.filter(({ title, ownerLogin }) => !written.includes(title) && !KNOWN_SELLERS.includes(ownerLogin));
  const threads = [
    ...COMMENT_THREADS,
    ...others.filter(() => random.next() < COMMENTED_SHARE).flatMap((ad) => threadsAbout(ad, random)),
  ];
  const comments = [...Map.groupBy(threads, ({ title }) => title)].flatMap(([title, adThreads]) => {
    const ad = byTitle.get(title);
    if (ad === undefined) throw new Error(`no demo ad has the title ${title}`);
    return adThreads.map((thread, index) => scheduleThread(thread, ad, { index, of: adThreads.length }));
  });
  return comments.sort((a, b) => b.minutesAgo - a.minutesAgo);
}

function threadsAbout(ad: DemoAd, random: Random): CommentThread[] {
  const { title, category, ownerLogin } = ad;
  const people = random.shuffle(demoPeople().filter(({ login }) => login !== ownerLogin));
  const { questions, reviews } = phrasesOf(category);
  const questionThreads = random
    .shuffle(questions)
    .slice(0, random.whole(0, 2))
    .map(({ question, answer }): CommentThread => {
      const author = nextAuthor(people);
      const isAnswered = random.next() < ANSWERED;
      return {
        title,
        author,
        rating: 0,
        message: question,
        replies: isAnswered ? [{ author: ownerLogin, message: answer }] : [],
      };
    });
  const count = questionThreads.length > 0 && random.next() > REVIEWED ? 0 : random.whole(1, 2);
  const chosenReviews = random
    .shuffle(reviews.filter(({ rating }) => rating > 3 || random.next() < COMPLAINING))
    .slice(0, count);
  return [
    ...questionThreads,
    ...chosenReviews.map(
      ({ rating, message, answer }): CommentThread => ({
        title,
        author: nextAuthor(people),
        rating,
        message,
        replies: answer === undefined ? [] : [{ author: ownerLogin, message: answer }],
      }),
    ),
  ];
}

function nextAuthor(people: { login: string }[]): string {
  const person = people.pop();
  if (person === undefined) throw new Error('there are not enough demo users for the comments');
  return person.login;
}

/** Comments are spread evenly since the ad's publication; a reply comes in the first half of the next interval. */
function scheduleThread(thread: CommentThread, { ageMinutes }: DemoAd, at: { index: number; of: number }): DemoComment {
  const step = ageMinutes / (at.of + 1);
  const minutesAgo = ageMinutes - step * (at.index + 1);
  const { replies = [] } = thread;
  const pause = Math.min(step / 2, 12 * 60) / (replies.length + 1);
  return {
    adTitle: thread.title,
    authorLogin: thread.author,
    message: thread.message,
    rating: thread.rating,
    hidden: thread.hidden ?? false,
    minutesAgo,
    replies: replies.map(({ author, message }, index) => ({
      authorLogin: author,
      message,
      minutesAgo: minutesAgo - pause * (index + 1),
    })),
  };
}
