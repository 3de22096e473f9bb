import type { DemoAd } from './demo-ads.ts';
import { demoAds } from './demo-ads.ts';
import { demoPeople } from './demo-people.ts';
import { createRandom, type Random } from './random.ts';
import { CONVERSATIONS, type Conversation } from './talk/conversations.ts';
import { LINES } from './talk/lines.ts';

export interface DemoReply {
  authorLogin: string;
  message: string;
  /** How long before the day of seeding it was said. */
  minutesAgo: number;
}

export interface DemoComment extends DemoReply {
  adTitle: string;
  rating: number;
  hidden: boolean;
  replies: readonly DemoReply[];
}

/** Sellers whose ratings are known to the second digit: nobody else speaks under their ads. */
const KNOWN_SELLERS = ['anna', 'igor'];
/** One ad of three is talked about. */
const TALKED_ABOUT = 0.33;
const REVIEWED = 0.7;
const ANSWERED = 0.8;
/** Most dissatisfied people say nothing. */
const COMPLAINING = 0.4;

/** What people say under ads, the oldest first. The same in every run. */
export function demoComments(): DemoComment[] {
  const random = createRandom(20_230_817);
  const ads = demoAds();
  const byTitle = new Map(ads.map((ad) => [ad.title, ad]));
  const written = CONVERSATIONS.map(({ title }) => title);
  const others = ads.filter(({ title, ownerLogin }) => !written.includes(title) && !KNOWN_SELLERS.includes(ownerLogin));
  const talk = [
    ...CONVERSATIONS,
    ...others.filter(() => random.next() < TALKED_ABOUT).flatMap((ad) => talkAbout(ad, random)),
  ];
  const comments = [...Map.groupBy(talk, ({ title }) => title)].flatMap(([title, turns]) => {
    const ad = byTitle.get(title);
    if (ad === undefined) throw new Error(`nobody sells ${title}`);
    return turns.map((turn, index) => putInTime(turn, ad, { index, of: turns.length }));
  });
  return comments.sort((a, b) => b.minutesAgo - a.minutesAgo);
}

function talkAbout(ad: DemoAd, random: Random): Conversation[] {
  const { title, category, ownerLogin } = ad;
  const people = random.shuffle(demoPeople().filter(({ login }) => login !== ownerLogin));
  const { questions, reviews } = LINES[category];
  const talk = random
    .shuffle(questions)
    .slice(0, random.whole(0, 2))
    .map(([question, answer]): Conversation => {
      const author = nextOf(people);
      const isAnswered = random.next() < ANSWERED;
      return { title, author, rating: 0, message: question, replies: isAnswered ? [[ownerLogin, answer]] : [] };
    });
  const count = talk.length > 0 && random.next() > REVIEWED ? 0 : random.whole(1, 2);
  const given = random.shuffle(reviews.filter(([rating]) => rating > 3 || random.next() < COMPLAINING)).slice(0, count);
  return [
    ...talk,
    ...given.map(
      ([rating, message, answer]): Conversation => ({
        title,
        author: nextOf(people),
        rating,
        message,
        replies: answer === undefined ? [] : [[ownerLogin, answer]],
      }),
    ),
  ];
}

function nextOf(people: { login: string }[]): string {
  const person = people.pop();
  if (person === undefined) throw new Error('nobody is left to say anything');
  return person.login;
}

/** The talk fills the time since the ad appeared evenly; an answer comes within the first half of what follows. */
function putInTime(turn: Conversation, { ageMinutes }: DemoAd, at: { index: number; of: number }): DemoComment {
  const step = ageMinutes / (at.of + 1);
  const minutesAgo = ageMinutes - step * (at.index + 1);
  const pause = Math.min(step / 2, 12 * 60) / (turn.replies.length + 1);
  return {
    adTitle: turn.title,
    authorLogin: turn.author,
    message: turn.message,
    rating: turn.rating,
    hidden: turn.hidden ?? false,
    minutesAgo,
    replies: turn.replies.map(([authorLogin, message], index) => ({
      authorLogin,
      message,
      minutesAgo: minutesAgo - pause * (index + 1),
    })),
  };
}
