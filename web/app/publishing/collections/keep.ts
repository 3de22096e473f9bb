import type { Collection, KeptKind } from '@app/contract/publishing/collections';
import { collectionsApi } from '#contract/publishing/collections';
import { call } from '../../platform/call.ts';

/** What can be kept. */
export interface Thing {
  kind: KeptKind;
  id: number;
}

/** Collection 0: what is in no other. */
export const NO_COLLECTION = 0;

/** Requests about one thing go one after another: quick presses never overtake each other. */
const lines = new Map<string, Promise<unknown>>();

function inLine<T>({ kind, id }: Thing, task: () => Promise<T>): Promise<T> {
  const key = `${kind} ${id}`;
  const next = (lines.get(key) ?? Promise.resolve()).then(task, task);
  const settled = next.catch(() => undefined);
  lines.set(key, settled);
  void settled.then(() => {
    if (lines.get(key) === settled) lines.delete(key);
  });
  return next;
}

/** The answer names the collections that hold the thing now. */
export function keepIn(thing: Thing, collectionId?: number): Promise<number[]> {
  const body = { ...thing, ...(collectionId ? { collection_id: collectionId } : {}) };
  return inLine(thing, async () => (await call(collectionsApi.keep, { body })).holding);
}

export function dropFrom(thing: Thing, collectionId: number | 'all'): Promise<number[]> {
  const from =
    collectionId === 'all'
      ? { all: '1' as const }
      : collectionId === NO_COLLECTION
        ? {}
        : { collection_id: collectionId };
  return inLine(thing, async () => (await call(collectionsApi.drop, { query: { ...thing, ...from } })).holding);
}

export async function loadCollections(thing?: Thing): Promise<{ list: Collection[]; holding: number[] }> {
  const query = thing && { kind: thing.kind, item_id: thing.id };
  return call(collectionsApi.list, { ...(query && { query }) });
}
