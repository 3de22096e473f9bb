import type { Collection, SavedItemKind } from '@app/contract/publishing/collections';
import { collectionsApi } from '#contract/publishing/collections';
import { call } from '../../platform/call.ts';

/** What can be kept. */
export interface ItemKey {
  kind: SavedItemKind;
  id: number;
}

/** Collection 0: what is in no other. */
export const NO_COLLECTION = 0;

/** Requests about one thing go one after another: quick presses never overtake each other. */
const requestQueues = new Map<string, Promise<unknown>>();

function enqueueRequest<T>({ kind, id }: ItemKey, task: () => Promise<T>): Promise<T> {
  const key = `${kind} ${id}`;
  const next = (requestQueues.get(key) ?? Promise.resolve()).then(task, task);
  const settled = next.catch(() => undefined);
  requestQueues.set(key, settled);
  void settled.then(() => {
    if (requestQueues.get(key) === settled) requestQueues.delete(key);
  });
  return next;
}

/** The answer names the collections that hold the thing now. */
export function saveToCollection(item: ItemKey, collectionId?: number): Promise<number[]> {
  const body = { ...item, ...(collectionId ? { collection_id: collectionId } : {}) };
  return enqueueRequest(item, async () => (await call(collectionsApi.save, { body })).holding);
}

export function removeFromCollection(item: ItemKey, collectionId: number | 'all'): Promise<number[]> {
  const from =
    collectionId === 'all'
      ? { all: '1' as const }
      : collectionId === NO_COLLECTION
        ? {}
        : { collection_id: collectionId };
  return enqueueRequest(item, async () => (await call(collectionsApi.unsave, { query: { ...item, ...from } })).holding);
}

export async function loadCollections(item?: ItemKey): Promise<{ list: Collection[]; holding: number[] }> {
  const query = item && { kind: item.kind, item_id: item.id };
  return call(collectionsApi.list, { ...(query && { query }) });
}
