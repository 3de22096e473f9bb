import type { DemoAd } from './demo-ads.ts';
import { demoAds } from './demo-ads.ts';
import { demoPeople } from './demo-people.ts';
import { createRandom, type Random } from './random.ts';
import { COMMENT_THREADS, type CommentThread } from './talk/comment-threads.ts';
import { PHRASES } from './talk/phrases.ts';

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
  const ads = demoAds();
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
  const { questions, reviews } = PHRASES[category];
  const questionThreads = random
    .shuffle(questions)
    .slice(0, random.whole(0, 2))
    .map(([question, answer]): CommentThread => {
      const author = nextAuthor(people);
      const isAnswered = random.next() < ANSWERED;
      return { title, author, rating: 0, message: question, replies: isAnswered ? [[ownerLogin, answer]] : [] };
    });
  const count = questionThreads.length > 0 && random.next() > REVIEWED ? 0 : random.whole(1, 2);
  const chosenReviews = random
    .shuffle(reviews.filter(([rating]) => rating > 3 || random.next() < COMPLAINING))
    .slice(0, count);
  return [
    ...questionThreads,
    ...chosenReviews.map(
      ([rating, message, answer]): CommentThread => ({
        title,
        author: nextAuthor(people),
        rating,
        message,
        replies: answer === undefined ? [] : [[ownerLogin, answer]],
      }),
    ),
  ];
}

function nextAuthor(people: { login: string }[]): string {
  const person = people.pop();
  if (person === undefined) throw new Error('there are not enough demo users for the comments');
  return person.login;
}

/**
 * Comments are spread evenly since the ad's publication; a reply comes within the first half of the following interval.
 */
function scheduleThread(thread: CommentThread, { ageMinutes }: DemoAd, at: { index: number; of: number }): DemoComment {
  const step = ageMinutes / (at.of + 1);
  const minutesAgo = ageMinutes - step * (at.index + 1);
  const pause = Math.min(step / 2, 12 * 60) / (thread.replies.length + 1);
  return {
    adTitle: thread.title,
    authorLogin: thread.author,
    message: thread.message,
    rating: thread.rating,
    hidden: thread.hidden ?? false,
    minutesAgo,
    replies: thread.replies.map(([authorLogin, message], index) => ({
      authorLogin,
      message,
      minutesAgo: minutesAgo - pause * (index + 1),
    })),
  };
}
