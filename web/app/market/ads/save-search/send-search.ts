import type { SavedSearch } from '@app/contract/market/searches';
import type { CallInput } from '@app/contract/platform/endpoint';
import { searchesApi } from '#contract/market/searches';
import { call } from '../../../platform/call.ts';

export function saveSearch(body: NonNullable<CallInput<typeof searchesApi.save>['body']>): Promise<SavedSearch> {
  return call(searchesApi.save, { body });
}
