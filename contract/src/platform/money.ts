import { wholeNumber } from './fields.ts';
import { PRICE_MAX_ROUBLES } from './typed-sum.ts';

/** Price of an ad in whole roubles; empty means "not stated", which is 0. */
export const roubles = wholeNumber(0, PRICE_MAX_ROUBLES);

/** Price of the yearly subscription, kopecks. */
export const SUBSCRIPTION_PRICE_KOPECKS = 39_900;

export const REFERRAL_POINTS = 100;
