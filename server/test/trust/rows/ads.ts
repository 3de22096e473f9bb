import { adsApi } from '@app/contract/market/ads';
import {
  everyone,
  OTHER_USERS,
  ownerOrStaff,
  ownerOrStaffElse,
  row,
  setFor,
  signedIn,
  staff,
  subscribers,
} from '../row.ts';

const draft = { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 };

export const adsRows = [
  row(adsApi.listEnabled, everyone),
  row(adsApi.listEnabled, signedIn, () => ({ query: { friends_of_friends: 1 as const } }), 'of friends of friends'),
  row(adsApi.list, signedIn),
  row(adsApi.listOfUser, everyone, ({ owner }) => ({ query: { user_id: owner.id } }), 'of a person'),
  row(adsApi.listOfUser, signedIn, undefined, 'one’s own'),
  row(adsApi.listOfFriend, everyone, ({ owner }) => ({ query: { friend_id: owner.id } })),
  row(adsApi.listArchive, signedIn),
  row(adsApi.get, everyone, async (scene) => ({ params: { id: await scene.ad() } }), 'published'),
  row(
    adsApi.get,
    ownerOrStaffElse('gone'),
    async (scene) => ({ params: { id: await scene.archivedAd() } }),
    'archived',
  ),
  row(adsApi.get, ownerOrStaffElse('gone'), async (scene) => ({ params: { id: await scene.blockedAd() } }), 'blocked'),
  row(
    adsApi.get,
    ownerOrStaffElse('not_found'),
    async (scene) => ({ params: { id: await scene.disabledAd() } }),
    'switched off',
  ),
  row(
    adsApi.get,
    ownerOrStaffElse('not_found'),
    async (scene) => ({ params: { id: await scene.friendsAd() } }),
    'for friends',
  ),
  row(adsApi.create, subscribers, () => ({ body: draft })),
  row(adsApi.edit, ownerOrStaff, async (scene) => ({ body: { board_id: await scene.ad(), board_title: 'Плот' } })),
  row(
    adsApi.edit,
    ownerOrStaff,
    async (scene) => ({ body: { board_id: await scene.ad() }, files: [scene.picture('board_photo[]')] }),
    'with a photo',
  ),
  row(
    adsApi.edit,
    setFor(ownerOrStaff, OTHER_USERS, 'not_found'),
    async (scene) => ({ body: { board_id: await scene.friendsAd(), board_title: 'Плот' } }),
    'for friends',
  ),
  row(
    adsApi.archive,
    setFor(ownerOrStaff, OTHER_USERS, 'not_found'),
    async (scene) => ({ query: { board_id: await scene.friendsAd() } }),
    'for friends',
  ),
  row(adsApi.archive, ownerOrStaff, async (scene) => ({ query: { board_id: await scene.ad() } })),
  row(adsApi.restore, ownerOrStaff, async (scene) => ({ query: { board_id: await scene.archivedAd() } })),
  row(adsApi.changeMany, staff, async (scene) => ({
    body: { board_ids: [await scene.ad()], action: 'archive' as const },
  })),
  row(adsApi.removePhoto, ownerOrStaff, async (scene) => ({ params: { id: await scene.photo() } })),
  row(
    adsApi.replacePhoto,
    ownerOrStaff,
    async (scene) => ({ params: { id: await scene.photo() }, files: [scene.picture('board_photo')] }),
    'replacing a photo',
  ),
  row(
    adsApi.replacePhoto,
    ownerOrStaff,
    async (scene) => ({ params: { id: await scene.ad() }, files: [scene.picture('board_photo')] }),
    'adding to an ad',
  ),
];
