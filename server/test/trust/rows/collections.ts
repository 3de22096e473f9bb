import { collectionsApi } from '@app/contract/publishing/collections';
import { allGet, NOBODY, row, setFor, signedIn, word } from '../row.ts';

/** Collections are visible to their owner only. */
const onesOwn = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');

export const collectionsRows = [
  row(collectionsApi.list, signedIn),
  row(collectionsApi.create, signedIn, () => ({ body: { name: word() } })),
  row(collectionsApi.rename, onesOwn, async (scene) => ({
    params: { id: await scene.collection() },
    body: { name: word() },
  })),
  row(collectionsApi.remove, onesOwn, async (scene) => ({ params: { id: await scene.collection() } })),
  row(collectionsApi.items, onesOwn, async (scene) => ({ params: { id: await scene.collection() } })),
  row(collectionsApi.save, signedIn, async (scene) => ({ body: { kind: 'ad' as const, id: await scene.ad() } })),
  row(
    collectionsApi.save,
    onesOwn,
    async (scene) => ({ body: { kind: 'ad' as const, id: await scene.ad(), collection_id: await scene.collection() } }),
    'in a collection',
  ),
  row(
    collectionsApi.save,
    onesOwn,
    async (scene) => ({ body: { kind: 'track' as const, id: (await scene.track('me')).id } }),
    'a private track',
  ),
  row(collectionsApi.unsave, signedIn, async (scene) => ({
    query: { kind: 'ad' as const, id: await scene.ad(), all: '1' as const },
  })),
];
