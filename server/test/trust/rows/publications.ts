import { mutedWordsApi } from '@app/contract/people/muted-words';
import type { ErrorCode } from '@app/contract/platform/errors';
import { publicationsApi } from '@app/contract/publishing/publications';
import { complaintsApi } from '@app/contract/trust/complaints';
import {
  allGet,
  everyone,
  NOBODY,
  OTHER_USERS,
  ownerOrStaff,
  row,
  setFor,
  signedIn,
  staff,
  subscribers,
  word,
} from '../row.ts';

const MANAGERS = ['manager', 'admin', 'superuser'] as const;
/** Staff have no subscription by their role. */
const paying = setFor(subscribers, MANAGERS, 'subscription_required');
const authorOnly = setFor(ownerOrStaff, MANAGERS, 'forbidden');
/** Fails with not_found for everybody else. */
const ownOnly = setFor(signedIn, [...OTHER_USERS, ...MANAGERS], 'not_found');
const ownOrNowhere = setFor(allGet('not_found'), ['owner'], 'ok');
const notOneself = (code: ErrorCode) => setFor(signedIn, ['owner'], code);
const nobody = (code: ErrorCode) => setFor(signedIn, [...OTHER_USERS, ...MANAGERS], code);

export const publicationsRows = [
  row(publicationsApi.add, paying, (scene) => ({
    body: { publish_description: 'Причал' },
    files: [scene.picture('publish_content[]')],
  })),
  row(publicationsApi.add, paying, () => ({ body: { publish_description: 'Набросок', draft: 1 as const } }), 'a draft'),
  row(publicationsApi.addText, paying, () => ({ body: { publish_description: 'Одни слова' } })),
  row(
    publicationsApi.addText,
    setFor(paying, ['paid'], 'not_found'),
    async (scene) => ({ body: { publish_description: 'Слова', board_id: await scene.ad() } }),
    'with an ad of the owner',
  ),
  row(
    publicationsApi.addText,
    setFor(paying, ['paid'], 'not_found'),
    async (scene) => ({ body: { publish_description: 'Слова', publish_id: await scene.publicationDraft() } }),
    'out of a draft',
  ),
  row(publicationsApi.edit, authorOnly, async (scene) => ({
    body: { publish_id: await scene.publication(), publish_description: 'Другое' },
  })),
  row(
    publicationsApi.edit,
    ownOnly,
    async (scene) => ({ body: { publish_id: await scene.publicationDraft(), publish_description: 'Другое' } }),
    'a draft',
  ),
  row(publicationsApi.history, everyone, async (scene) => ({ params: { id: await scene.publication() } })),
  row(publicationsApi.remove, ownerOrStaff, async (scene) => ({ body: { publish_id: await scene.publication() } })),
  row(
    publicationsApi.remove,
    ownOnly,
    async (scene) => ({ body: { publish_id: await scene.publicationDraft() } }),
    'a draft',
  ),
  row(publicationsApi.byUser, everyone, ({ owner }) => ({ query: { user_id: owner.id } })),
  row(publicationsApi.byUser, setFor(everyone, NOBODY, 'unauthorized'), () => ({}), 'one’s own'),
  row(publicationsApi.drafts, signedIn),
  row(publicationsApi.one, everyone, async (scene) => ({ params: { id: await scene.publication() } })),
  row(
    publicationsApi.one,
    ownOrNowhere,
    async (scene) => ({ params: { id: await scene.publication('me') } }),
    'for its author alone',
  ),
  row(
    publicationsApi.one,
    ownOrNowhere,
    async (scene) => ({ params: { id: await scene.publicationDraft() } }),
    'a draft',
  ),
  row(publicationsApi.feed, setFor(signedIn, [...OTHER_USERS, ...MANAGERS], 'forbidden'), ({ owner }) => ({
    params: { id: owner.id },
  })),
  row(publicationsApi.markFeed, signedIn, () => ({ body: { mark: '1767268800000000.1' } })),
  row(publicationsApi.search, everyone, () => ({ query: { search: 'причал' } })),
  row(publicationsApi.tags, everyone, () => ({ query: { search: 'вол' } })),
  row(publicationsApi.people, signedIn, () => ({ query: { search: 'а' } })),
  row(publicationsApi.like, signedIn, async (scene) => ({
    body: { publish_id: await scene.publication(), liked: 1 as const },
  })),
  row(
    publicationsApi.like,
    nobody('not_found'),
    async (scene) => ({ body: { publish_id: await scene.publication('me'), liked: 1 as const } }),
    'what is for its author alone',
  ),
  row(publicationsApi.likes, everyone, async (scene) => ({ params: { id: await scene.publication() } })),
  row(publicationsApi.likers, signedIn, async (scene) => ({ params: { id: await scene.publication() } })),
  row(publicationsApi.comments, everyone, async (scene) => ({ params: { id: await scene.publication() } })),
  row(
    publicationsApi.comments,
    ownOrNowhere,
    async (scene) => ({ params: { id: await scene.publication('friends') } }),
    'of what is for friends',
  ),
  row(publicationsApi.addComment, signedIn, async (scene) => ({
    body: { publish_id: await scene.publication(), message: 'Свет!' },
  })),
  row(
    publicationsApi.addComment,
    nobody('not_found'),
    async (scene) => ({ body: { publish_id: await scene.publication('fams'), message: 'Свет!' } }),
    'what is for relatives',
  ),
  row(publicationsApi.editComment, authorOnly, async (scene) => ({
    body: { comment_id: await scene.publicationComment(), message: 'Другое' },
  })),
  row(publicationsApi.removeComment, ownerOrStaff, async (scene) => ({
    body: { comment_id: await scene.publicationComment() },
  })),
  row(publicationsApi.hideComment, ownerOrStaff, async (scene) => ({
    body: { comment_id: await scene.publicationComment(), hidden: 1 as const },
  })),
  row(publicationsApi.commentHistory, staff, async (scene) => ({ params: { id: await scene.publicationComment() } })),
  row(publicationsApi.likeComment, signedIn, async (scene) => ({
    body: { comment_id: await scene.publicationComment(), liked: 1 as const },
  })),
  row(
    complaintsApi.add,
    notOneself('own_complaint'),
    async (scene) => ({ body: { publish_id: await scene.publication(), reason: 'spam' as const } }),
    'about a publication',
  ),
  row(
    complaintsApi.add,
    notOneself('own_complaint'),
    async (scene) => ({ body: { publish_comment_id: await scene.publicationComment(), reason: 'offensive' as const } }),
    'about a comment of a publication',
  ),
  row(mutedWordsApi.list, signedIn),
  row(mutedWordsApi.add, signedIn, () => ({ body: { word: word() } })),
  row(mutedWordsApi.remove, ownOnly, async (scene) => ({ params: { id: await scene.mutedWord() } })),
];
