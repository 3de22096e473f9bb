import { defineDomain } from '../../platform/domain/domain.ts';
import { exportSearchesOf } from './export-searches.public.ts';
import { matchSearches } from './match-searches.job.ts';
import { sendSearchEmails } from './search-emails.job.ts';
import { eraseSearches, onAdEventForSearches } from './searches.public.ts';
import { registerSearches } from './searches.routes.ts';
import { SEARCHES_OF_REFERENCE } from './searches-of-reference.public.ts';
import { sweepSearches } from './sweep-searches.job.ts';
import { followWantedAd } from './wanted-search.ts';

export const savedSearches = defineDomain({
  name: 'saved-searches',
  share: 'market',
  routes: registerSearches,
  jobs: [matchSearches, sendSearchEmails],
  periodicJobs: [{ job: sweepSearches, everySeconds: 3600 }],
  on: {
    'ad.saved': (services, tx, { adId }) => followWantedAd(services, tx, adId),
    'ads.changed': (services, tx, { changes }) => onAdEventForSearches(services, tx, changes),
  },
  userData: { erase: eraseSearches, exports: { searches: exportSearchesOf } },
  referenceUses: [SEARCHES_OF_REFERENCE],
});
