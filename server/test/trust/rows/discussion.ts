import type { ErrorCode } from '@app/contract/platform/errors';
import { commentsApi } from '@app/contract/publishing/comments';
import { feedbackApi } from '@app/contract/staff/feedback';
import { complaintsApi } from '@app/contract/trust/complaints';
import { everyone, OTHER_USERS, ownerOrStaff, row, setFor, signedIn, staff } from '../row.ts';

const MANAGERS = ['manager', 'admin', 'superuser'] as const;
const authorOnly = setFor(ownerOrStaff, MANAGERS, 'forbidden');
const notOneself = (code: ErrorCode) => setFor(signedIn, ['owner'], code);
const nobody = (code: ErrorCode) => setFor(signedIn, [...OTHER_USERS, ...MANAGERS, 'owner'], code);

export const discussionRows = [
  row(commentsApi.list, signedIn, async (scene) => ({ params: { id: await scene.ad() } })),
  row(commentsApi.add, signedIn, async (scene) => ({ body: { board_id: await scene.ad(), message: 'Торг?' } })),
  row(
    commentsApi.add,
    notOneself('own_rating'),
    async (scene) => ({ body: { board_id: await scene.ad(), message: 'Отлично', rating: 5 } }),
    'with a vote',
  ),
  row(
    commentsApi.add,
    signedIn,
    async (scene) => {
      const { adId, id } = await scene.comment();
      return { body: { board_id: adId, message: 'Ответ', reply_to: id } };
    },
    'a reply',
  ),
  row(
    commentsApi.add,
    nobody('comments_closed'),
    async (scene) => ({ body: { board_id: await scene.adWithoutComments(), message: 'Торг?' } }),
    'where the owner closed comments',
  ),
  row(
    commentsApi.add,
    nobody('comments_closed'),
    async (scene) => ({ body: { board_id: await scene.soldAd(), message: 'Торг?' } }),
    'under a sold ad',
  ),
  row(commentsApi.edit, authorOnly, async (scene) => ({
    body: { id: (await scene.comment()).id, message: 'Другое слово' },
  })),
  row(commentsApi.hide, ownerOrStaff, async (scene) => ({
    body: { id: (await scene.comment()).id, hidden: 1 as const },
  })),
  row(commentsApi.remove, ownerOrStaff, async (scene) => ({ params: { id: (await scene.comment()).id } })),
  row(commentsApi.history, staff, async (scene) => ({ query: { comment_id: (await scene.comment()).id } })),
  row(commentsApi.rating, everyone, ({ owner }) => ({ query: { user_rating: owner.id } })),
  row(
    complaintsApi.add,
    notOneself('own_complaint'),
    async (scene) => ({ body: { board_id: await scene.ad(), message: 'Обман' } }),
    'about an ad',
  ),
  row(
    complaintsApi.add,
    notOneself('own_complaint'),
    ({ owner }) => ({ body: { complain_id: owner.id, reason: 'spam' as const } }),
    'about a person',
  ),
  row(
    complaintsApi.add,
    notOneself('own_complaint'),
    async (scene) => ({ body: { comment_id: (await scene.comment()).id, reason: 'offensive' as const } }),
    'about a comment',
  ),
  row(complaintsApi.listOwn, signedIn),
  row(complaintsApi.list, staff),
  row(complaintsApi.decide, staff, async (scene) => ({
    params: { id: await scene.complaint() },
    body: { status: 'upheld' as const },
  })),
  row(complaintsApi.remove, staff, async (scene) => ({ params: { id: await scene.complaint() } })),
  row(feedbackApi.add, signedIn, () => ({ body: { message: 'Спасибо' } })),
  row(feedbackApi.list, staff),
  row(feedbackApi.own, signedIn),
  row(feedbackApi.markOwnSeen, signedIn, () => ({ body: { up_to: 1 } })),
  row(feedbackApi.unread, staff),
  row(feedbackApi.thread, staff, async (scene) => ({ params: { user_id: await scene.writer() } })),
  row(feedbackApi.markSeen, staff, async (scene) => ({ params: { user_id: await scene.writer() } })),
  row(feedbackApi.answer, staff, async (scene) => ({
    params: { user_id: await scene.writer() },
    body: { message: 'Починили' },
  })),
  row(feedbackApi.remove, staff, async (scene) => ({ params: { user_id: await scene.writer() } })),
];
