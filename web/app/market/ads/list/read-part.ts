import type { adsApi } from '@app/contract/market/ads';
import type { ResponseOf } from '@app/contract/platform/endpoint';

/** A filter read out of the words of a search. */
export type ReadPart = NonNullable<ResponseOf<typeof adsApi.listEnabled>['read']>[number];
