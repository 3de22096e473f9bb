import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { bind } from '../../platform/http/bind.ts';
import { isSignedIn, type Viewer } from '../../platform/http/viewer.ts';
import type { AdList } from './ad-page.ts';
import { removePhoto, savePhoto } from './ad-photos.ts';
import { createAd } from './create-ad.ts';
import { editAd } from './edit-ad.ts';
import { AdExportQuery, exportAllAds } from './export/export-all-ads.ts';
import { getAd, getAdWithPhone } from './get-ad.ts';
import { archiveAd, restoreAd } from './lifecycle/archive-ad.ts';
import { changeManyAds } from './lifecycle/change-many-ads.ts';
import { listUserAds } from './list-ads.ts';
import { listAllAds } from './list-all-ads.ts';
import { markMutedAds } from './muted-ads.public.ts';
import { completeOwnAds } from './own/complete-own-ads.ts';
import { addDistancesToViewer } from './search/ad-distances.ts';
import { listWithPromoted } from './search/promoted-list.ts';
import { findUsualPrice } from './search/usual-price.ts';

export function registerAds(app: FastifyInstance, services: Services): void {
  bind(app, services, adsApi, {
    listEnabled: async ({ viewer, query }) => {
      const list = await complete(viewer, listWithPromoted(services, viewer, query));
      await addDistancesToViewer(services.pool, list.boards, viewer);
      return list;
    },
    list: ({ viewer, query }) =>
      complete(
        viewer,
        viewer.isStaff
          ? listAllAds(services, viewer, query)
          : listUserAds(services, viewer, viewer.userId, 'present', query),
      ),
    listOfUser: ({ viewer, query }) => {
      const personId = query.user_id ?? viewer.userId;
      if (personId === null) throw new Failure('unauthorized');
      const which = personId === viewer.userId ? 'present' : 'public';
      return complete(viewer, listUserAds(services, viewer, personId, which, query));
    },
    listOfFriend: ({ viewer, query }) =>
      complete(viewer, listUserAds(services, viewer, query.friend_id, 'public', query)),
    listArchive: ({ viewer, query }) =>
      complete(viewer, listUserAds(services, viewer, viewer.userId, 'archived', query)),
    get: ({ viewer, params, query }) =>
      isSignedIn(viewer) && query.phone !== 'masked'
        ? getAdWithPhone(services, viewer, params.id)
        : getAd(services, viewer, params.id),
  });

  async function complete(viewer: Viewer, list: Promise<AdList>): Promise<AdList> {
    const found = await list;
    await Promise.all([completeOwnAds(services, viewer, found.boards), markMutedAds(services, viewer, found.boards)]);
    return found;
  }

  bind(app, services, adsApi, {
    create: ({ viewer, body, files, idempotency }) => createAd(services, viewer, body, files, idempotency),
    edit: ({ viewer, body, files }) => editAd(services, viewer, body, photosOf(files)),
    changeMany: ({ viewer, body }) => changeManyAds(services, viewer, body),
  });
  bind(app, services, adOwnerApi, {
    usualPrice: ({ query }) => findUsualPrice(services.db, query),
  });
  app.downloads.push({
    paths: ['/api/boards/export.csv'],
    types: ['text/csv'],
    access: 'staff',
    permission: 'ads.read',
    summary: 'Ads of everybody that match the search, as a table.',
    query: AdExportQuery,
  });
  app.get('/api/boards/export.csv', (request, reply) => exportAllAds(services, request, reply));
  bind(app, services, adsApi, {
    archive: ({ viewer, query }) => archiveAd(services, viewer, query.board_id),
    restore: ({ viewer, query }) => restoreAd(services, viewer, query.board_id),
    removePhoto: ({ viewer, params }) => removePhoto(services, viewer, params.id),
    replacePhoto: ({ viewer, params, files }) => savePhoto(services, viewer, params.id, photosOf(files)),
  });
}

function photosOf<File>(files: Record<string, File[]>): File[] {
  return files['board_photo[]'] ?? [];
}
