export { presentOffers } from './present-offers.ts';
export { type MeasuredReplies, saveReplyTimes } from './reviews/deal-figures.ts';
