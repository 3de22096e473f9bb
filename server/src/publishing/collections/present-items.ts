import type { SavedItem, SavedItemKind } from '@app/contract/publishing/collections';
import { loadSavedAds } from '../../market/ads/saved-ads.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { listSharedTracks } from '../music/music.public.ts';
import { listPublicationCards } from '../publications/publications.public.ts';
import type { ItemRow } from './collections.queries.ts';

type ItemView = Omit<SavedItem, 'kind' | 'id' | 'timestamp'>;
type ItemPresenter = (
  services: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
) => Promise<Map<number, ItemView>>;

const ITEM_PRESENTERS: Readonly<Record<SavedItemKind, ItemPresenter>> = {
  ad: presentAds,
  publication: presentPublications,
  track: presentTracks,
};

/**
 * Presents saved items in their present state and order, with one query per kind. Items that the viewer may no longer
 * see are `gone` and empty.
 */
export async function presentItems(
  services: Services,
  viewer: SignedInViewer,
  rows: readonly ItemRow[],
): Promise<SavedItem[]> {
  // Staff have no additional rights in their own collections.
  const reader = { ...viewer, isStaff: false, isSuperuser: false };
  const byKind = [...Map.groupBy(rows, ({ kind }) => kind)];
  const presented = new Map(
    await Promise.all(
      byKind.map(async ([kind, those]) => {
        const ids = [...new Set(those.map(({ id }) => id))];
        return [kind, await ITEM_PRESENTERS[kind](services, reader, ids)] as const;
      }),
    ),
  );
  return rows.map(({ kind, id, created_at }) => ({
    kind,
    id,
    timestamp: created_at.toISOString(),
    ...(presented.get(kind)?.get(id) ?? goneItem(kind, id)),
  }));
}

const goneItem = (kind: SavedItemKind, id: number): ItemView => ({
  link: kind === 'ad' ? `/ad/${id}` : '',
  title: '',
  about: '',
  photo: null,
  state: 'gone',
});

export async function isItemVisible(
  services: Services,
  viewer: SignedInViewer,
  kind: SavedItemKind,
  id: number,
): Promise<boolean> {
  return (await ITEM_PRESENTERS[kind](services, { ...viewer, isStaff: false, isSuperuser: false }, [id])).has(id);
}

async function presentAds({ pool }: Services, viewer: SignedInViewer, ids: readonly number[]) {
  const items = new Map<number, ItemView>();
  for (const [id, ad] of await loadSavedAds(pool, viewer, ids)) {
    const { board_state: state } = ad;
    if (state === 'gone' || state === 'disabled' || state === 'review' || state === 'blocked') continue;
    items.set(id, {
      link: `/ad/${id}`,
      title: ad.board_title,
      about: ad.city?.name ?? '',
      photo: ad.board_photos[0]?.src_400 ?? null,
      price: ad.board_price,
      ad_kind: ad.board_kind,
      ...(ad.board_price_period && { price_period: ad.board_price_period }),
      state: state === 'active' || state === 'reserved' ? 'active' : 'archived',
    });
  }
  return items;
}

async function presentPublications(services: Services, viewer: SignedInViewer, ids: readonly number[]) {
  const items = new Map<number, ItemView>();
  for (const [id, { authorId, author, text, photo }] of await listPublicationCards(services, viewer, ids)) {
    items.set(id, {
      link: `/user/${authorId}/social/${id}`,
      title: text || author,
      about: text ? author : '',
      photo,
      state: 'active',
    });
  }
  return items;
}

async function presentTracks(services: Services, viewer: SignedInViewer, ids: readonly number[]) {
  const items = new Map<number, ItemView>();
  for (const [id, { track }] of await listSharedTracks(services, viewer, ids)) {
    items.set(id, {
      link: `/user/${track.user_id}/audio/${track.playlist_id}`,
      title: track.title,
      about: track.artist,
      photo: track.cover,
      state: 'active',
      src: track.src,
    });
  }
  return items;
}
