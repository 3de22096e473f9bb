import type { CallInput } from '@app/contract/endpoint';
import type { SavedSearch } from '@app/contract/searches';
import { searchesApi } from '#contract/searches';
import { call } from '../platform/call.ts';

export function saveSearch(body: NonNullable<CallInput<typeof searchesApi.save>['body']>): Promise<SavedSearch> {
  return call(searchesApi.save, { body });
}
