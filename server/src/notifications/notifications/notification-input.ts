import type { NotificationKind } from '@app/contract/notifications/notifications';
import type { OperationWarning } from '@app/contract/staff/operations';
import type { ApprovalKind } from '@app/contract/staff/staff';

/** Values for the texts of each kind. Titles are passed in full and cut for display. */
export interface NotificationValues {
  comment: { title: string; about?: 'publication' };
  reply: { title: string; about?: 'publication' };
  saved_search: { name: string; title: string; count: number };
  /** Prices in roubles; 0 is «цена не указана». */
  price_drop: { title: string; price: number; price_before: number };
  back_on_sale: { title: string };
  new_ad: { title: string };
  ad_expires: { title: string; days: number };
  ad_expired: { title: string };
  ad_published: { title: string };
  ad_held: { title: string; reason: string };
  ad_blocked: { title: string; reason: string };
  /** The complaint will be reviewed within `hours`. */
  complaint_received: { hours: number };
  /** `outcome`: 'accepted' when action was taken, 'declined' otherwise. */
  complaint_outcome: { outcome: 'accepted' | 'declined' };
  subscriber: Record<never, never>;
  /** More than `LARGE_PAGE_FOLLOWERS` people follow the reader: what the law asks then. */
  large_page: Record<never, never>;
  phone_revealed: { title: string };
  friend_request: Record<never, never>;
  friend_accept: Record<never, never>;
  referral_joined: Record<never, never>;
  /** `until`: ISO date of the subscription's end (`paid`) or of the next charge (`charge_…`), or ''. */
  payment: {
    state: 'paid' | 'refunded' | 'returned' | 'refund_failed' | 'charge_soon' | 'charge_refused' | 'autopay_off';
    until: string;
  };
  /** A credit that the user did not pay for, or its reversal. `amount`: days, points or roubles. */
  credit: { what: 'days' | 'points' | 'roubles' | 'taken'; amount: number };
  promotion_over: { title: string; views: number; points: number };
  like: { what: 'publication' | 'comment' };
  mention: { title: string };
  new_publication: { title: string };
  video_failed: Record<never, never>;
  /**
   * A scheduled publication was not published: the subscription is unpaid, or the author is suspended or leaving.
   * `title` may be empty.
   */
  publication_held: { title: string; what: 'unpaid' | 'away' };
  /** A publication is held for review, or the review is over. `title` may be empty. */
  publication_review: { title: string; what: 'complaints' | 'limited' | 'out' };
  /** A sanction against the reader: `title` is its target, `reason` the text of staff. */
  measure: { what: 'warn' | 'hide' | 'limit' | 'freeze' | 'suspend'; title: string; reason: string };
  /** A sanction expired, was lifted, or was confirmed on appeal; `reason`: the text of staff, or ''. */
  measure_end: { what: 'over' | 'lifted' | 'kept'; title: string; reason: string };
  stream_start: { title: string };
  missed_call: Record<never, never>;
  music_taken_down: { title: string; what: 'down' | 'back' };
  /** An action that takes two staff members: the reader may approve it or requested it. `about`: what it approves. */
  approval: { what: 'asked' | 'approved' | 'refused' | 'ready' | 'failed'; about: ApprovalKind };
  feedback_answer: { title: string };
  /** The actor lets the reader add tracks to the playlist `title`. */
  co_author: { title: string };
  /** What the actor did with a deal about the ad `title`. */
  deal: { title: string; what: 'accepted' | 'declined' | 'confirmed' | 'done' | 'cancelled' };
  /** What the actor did with a meeting about the ad `title`, or what its time asks for; `at`: ISO time. */
  meeting: {
    title: string;
    what: 'agreed' | 'declined' | 'cancelled' | 'arrived' | 'reminder' | 'question';
    at: string;
    place: string;
  };
  /** The actor, whose relative the reader is, has not confirmed after a meeting, or has done so since. */
  meeting_relative: { what: 'silent' | 'confirmed'; at: string; place: string };
  /** The draw of the thing `title` was made: the reader, or somebody else, has it now; `drawn`: for its owner. */
  draw: { title: string; what: 'won' | 'lost' | 'drawn'; number: number };
  /** Today is the actor's birthday; `age`: 0 where the year is unknown. */
  birthday: { age: number };
  /** What the actor did with the loan of the thing `title`, or what its day asks for; `until`: the day of return. */
  loan: {
    title: string;
    what:
      | 'accepted'
      | 'declined'
      | 'confirmed'
      | 'done'
      | 'cancelled'
      | 'day'
      | 'day_declined'
      | 'claimed'
      | 'returned'
      | 'tomorrow'
      | 'today';
    until: string;
  };
  /** A review about the reader, or the answer to a review that the reader wrote; `title` is empty then. */
  deal_review: { title: string; what: 'review' | 'answer'; stars: number };
  /** The installation is about to lack something; the unit of `amount` goes with `what`. */
  operation_warning: { what: OperationWarning; amount: number };
}

interface NotificationInputOf<K extends NotificationKind> {
  userId: number;
  kind: K;
  /** User who caused the notification; never notified about an own action. */
  actorId?: number | undefined;
  boardId?: number | undefined;
  publishId?: number | undefined;
  link: string;
  values: NotificationValues[K];
  /** A repeated key for the same user creates no second notification. */
  dedupe?: string | undefined;
}

export type NotificationInput = { [K in NotificationKind]: NotificationInputOf<K> }[NotificationKind];
