import { type LivedAd, livedAds } from './demo-life.ts';
import { demoPeople } from './demo-people.ts';
import { createRandom, type Random } from './random.ts';
import { DIALOGS, type Dialog } from './talk/dialogs.ts';
import { LINES } from './talk/lines.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
/** Ads of others that somebody asks about in a dialog. */
const ASKED_ABOUT = 0.2;
const ANSWERED = 0.8;
/** Those whose dialogs are written by hand. */
const WRITTEN = ['anna'];

/** Who talks to whom, and about what. The same in every run. */
export function demoDialogs(): Dialog[] {
  const random = createRandom(20_190_412);
  const taken = new Set(DIALOGS.map(({ between }) => pairOf(...between)));
  const isListed = (ad: LivedAd) =>
    ad.deal === undefined &&
    ad.archivedDaysAgo === undefined &&
    ad.enabled !== false &&
    !ad.heldWord &&
    !ad.blockedReason;
  const asked = livedAds().filter(
    (ad) => isListed(ad) && !WRITTEN.includes(ad.ownerLogin) && random.next() < ASKED_ABOUT,
  );
  const dialogs = asked.flatMap((ad): Dialog[] => {
    const buyers = demoPeople().filter(({ login }) => login !== ad.ownerLogin && !WRITTEN.includes(login));
    const buyer = random.pick(buyers).login;
    const pair = pairOf(buyer, ad.ownerLogin);
    if (taken.has(pair)) return [];
    taken.add(pair);
    return [dialogAbout(ad, buyer, random)];
  });
  return [...DIALOGS, ...dialogs];
}

function dialogAbout({ title, category, ownerLogin }: LivedAd, buyer: string, random: Random): Dialog {
  const [question, answer] = random.pick(LINES[category].questions);
  const begun = random.whole(3 * HOUR, 20 * DAY);
  const isAnswered = random.next() < ANSWERED;
  const lines: Dialog['lines'] = [
    { from: buyer, minutesAgo: begun, text: question },
    ...(isAnswered ? [{ from: ownerLogin, minutesAgo: begun - random.whole(2, 2 * HOUR), text: answer }] : []),
  ];
  return { between: [buyer, ownerLogin], about: title, lines, unread: isAnswered ? 0 : 1 };
}

const pairOf = (one: string, other: string): string => [one, other].sort().join(' ');
