import type { NotificationKind } from '@app/contract/notifications/notifications';
import type { ApprovalKind } from '@app/contract/staff/staff';

/** What the text of each kind fills in. Titles are given whole: they are cut when they are shown. */
export interface NotificationValues {
  /** Somebody commented the reader's ad or publication. */
  comment: { title: string; about?: 'publication' };
  /** Somebody answered the reader's comment. */
  reply: { title: string; about?: 'publication' };
  /** New ads fit a saved search: how many, and the title of the newest. */
  saved_search: { name: string; title: string; count: number };
  /** Prices in roubles; 0 is «цена не указана». */
  price_drop: { title: string; price: number; price_before: number };
  back_on_sale: { title: string };
  /** A person whom the reader follows published an ad. */
  new_ad: { title: string };
  ad_expires: { title: string; days: number };
  ad_expired: { title: string };
  ad_published: { title: string };
  /** `reason`: a sentence in the owner's language, or ''. */
  ad_held: { title: string; reason: string };
  ad_blocked: { title: string; reason: string };
  /** The reader's complaint will be looked at within so many hours. */
  complaint_received: { hours: number };
  /** `outcome`: 'accepted' when something was done, 'declined' when nothing was wrong. */
  complaint_outcome: { outcome: 'accepted' | 'declined' };
  subscriber: Record<never, never>;
  phone_revealed: { title: string };
  friend_request: Record<never, never>;
  friend_accept: Record<never, never>;
  /** Somebody whom the reader invited is here. */
  referral_joined: Record<never, never>;
  /** `until`: ISO date until which the subscription runs (`paid`), of the next charge (`charge_…`), or ''. */
  payment: {
    state: 'paid' | 'refunded' | 'returned' | 'refund_failed' | 'charge_soon' | 'charge_refused' | 'autopay_off';
    until: string;
  };
  /** Something came to the reader's account without their paying, or was taken back. `amount`: days, points or roubles. */
  credit: { what: 'days' | 'points' | 'roubles' | 'taken'; amount: number };
  /** A promotion of the reader's ad is over: views through its card, and points that came back. */
  promotion_over: { title: string; views: number; points: number };
  /** `what`: what is liked. */
  like: { what: 'publication' | 'comment' };
  /** Somebody named the reader: `title` is what they said. */
  mention: { title: string };
  /** A person whom the reader follows published something; `title` may be empty. */
  new_publication: { title: string };
  /** A video of the reader could not be made. */
  video_failed: Record<never, never>;
  /** What the reader planned did not come out: not paid, or away (suspended, or leaving). `title` may be empty. */
  publication_held: { title: string; what: 'unpaid' | 'away' };
  /** A publication of the reader waits for staff, or they have looked. `title` may be empty. */
  publication_review: { title: string; what: 'complaints' | 'limited' | 'out' };
  /** Staff decided something about the reader: `title` is what it is about, `reason` their words. */
  measure: { what: 'warn' | 'hide' | 'limit' | 'freeze' | 'suspend'; title: string; reason: string };
  /** That is over, was taken back, or stays after an appeal; `reason`: a word of staff, or ''. */
  measure_end: { what: 'over' | 'lifted' | 'kept'; title: string; reason: string };
  stream_start: { title: string };
  missed_call: Record<never, never>;
  /** A rights holder had a recording taken down that the reader has; 'back': it was put back. */
  music_taken_down: { title: string; what: 'down' | 'back' };
  /** Something that takes two of the staff: the reader may approve it, or asked for it. `about`: an approval's kind. */
  approval: { what: 'asked' | 'approved' | 'refused' | 'ready' | 'failed'; about: ApprovalKind };
  /** We answered what the reader wrote to us: `title` is how the answer begins. */
  feedback_answer: { title: string };
}

interface NotificationInputOf<K extends NotificationKind> {
  /** Whose bell rings. */
  userId: number;
  kind: K;
  /** Who caused it. Nobody is told about what they did themselves. */
  actorId?: number | undefined;
  boardId?: number | undefined;
  /** The publication that it is about: what is said of one stands in one line. */
  publishId?: number | undefined;
  /** Path on the site. */
  link: string;
  values: NotificationValues[K];
  /** The same key for the same person tells once, however often it is tried. */
  dedupe?: string | undefined;
}

export type NotificationInput = { [K in NotificationKind]: NotificationInputOf<K> }[NotificationKind];
