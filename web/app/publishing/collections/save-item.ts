import type { Collection, SavedItemKind } from '@app/contract/publishing/collections';
import { collectionsApi } from '#contract/publishing/collections';
import { call } from '../../platform/call.ts';

export interface ItemKey {
  kind: SavedItemKind;
  id: number;
}

/** Pseudo-collection of saved items that are in no other collection. */
export const NO_COLLECTION = 0;

/** Requests for one item run one after another, so that quick presses cannot overtake each other. */
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
