import { favoritesApi } from '@app/contract/market/favorites';
import { followsApi } from '@app/contract/market/follows';
import { searchesApi } from '@app/contract/market/searches';
import { allGet, everyone, NOBODY, row, setFor, signedIn, word } from '../row.ts';

const onesOwn = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');
const notOneself = setFor(signedIn, ['owner'], 'forbidden');

export const savedRows = [
  row(favoritesApi.list, signedIn),
  row(favoritesApi.add, notOneself, async (scene) => ({ body: { subscription_board_id: await scene.ad() } })),
  row(favoritesApi.remove, signedIn, async (scene) => ({ query: { board_id: await scene.ad() } })),
  row(favoritesApi.folders, signedIn),
  row(favoritesApi.createFolder, signedIn, () => ({ body: { name: word() } })),
  row(favoritesApi.renameFolder, onesOwn, async (scene) => ({
    params: { id: await scene.favoriteFolder() },
    body: { name: word() },
  })),
  row(favoritesApi.removeFolder, onesOwn, async (scene) => ({ params: { id: await scene.favoriteFolder() } })),
  row(favoritesApi.move, onesOwn, async (scene) => ({
    body: { board_ids: [await scene.ad()], folder: await scene.favoriteFolder() },
  })),
  row(favoritesApi.listGuest, everyone, async (scene) => ({ query: { board_ids: [await scene.ad()] } })),
  row(favoritesApi.merge, signedIn, async (scene) => ({ body: { board_ids: [await scene.ad()] } })),
  row(searchesApi.list, signedIn),
  row(searchesApi.save, signedIn, () => ({ body: { search: word() } })),
  row(searchesApi.change, onesOwn, async (scene) => ({
    params: { id: await scene.savedSearch() },
    body: { letters: 0 as const },
  })),
  row(searchesApi.remove, onesOwn, async (scene) => ({ params: { id: await scene.savedSearch() } })),
  row(searchesApi.renewFeed, onesOwn, async (scene) => ({ params: { id: await scene.savedSearch() } })),
  row(searchesApi.removeFeed, onesOwn, async (scene) => ({ params: { id: await scene.savedSearch() } })),
  row(searchesApi.emailPreferences, signedIn),
  row(searchesApi.changeEmailPreferences, signedIn, () => ({ body: { favorites: 0 as const } })),
  row(searchesApi.unsubscribe, everyone, async (scene) => ({ query: { token: await scene.unsubscribeToken() } })),
  row(
    searchesApi.unsubscribe,
    allGet('not_found'),
    () => ({ query: { token: `s.1.1.${word()}` } }),
    'with a made-up token',
  ),
  row(searchesApi.resubscribe, onesOwn, async (scene) => ({ query: { token: await scene.unsubscribeToken() } })),
  row(followsApi.set, notOneself, ({ owner }) => ({ body: { to_id: owner.id, subscribe: 1 as const } })),
  row(followsApi.get, everyone, ({ owner }) => ({ params: { id: owner.id } })),
];
