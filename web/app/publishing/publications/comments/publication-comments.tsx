import type { Publication, PublicationComment, PublicationReply } from '@app/contract/publishing/publications';
import { IconMessageCircle, IconMessageCircleOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useRouteLoaderData, useSearchParams } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../root.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { CommentForm } from '../../comments/comment-form.tsx';
import type { CommentAction } from '../../comments/comment-menu.tsx';
import { CommentsSkeleton } from '../../comments/comments-skeleton.tsx';
import frame from '../../comments/comments-thread.module.css';
import { UnsentComment } from '../../comments/unsent-comment.tsx';
import { useIsWatched } from '../../comments/use-is-watched.ts';
import { type OutboxComment, useOutbox } from '../../comments/use-outbox.ts';
import { publicationAddress } from '../publication-address.ts';
import { PublicationCommentItem } from './publication-comment-item.tsx';
import { setLike } from './publication-comments-state.ts';
import { usePublicationComments } from './use-publication-comments.ts';

const ReportDialog = lazy(() =>
  import('../../../trust/complaints/report-dialog.tsx').then(({ ReportDialog }) => ({ default: ReportDialog })),
);

// Loaded lazily, because guests never and others seldom delete.
const DeleteCommentDialog = lazyPart(() =>
  import('./delete-comment-dialog.tsx').then(({ DeleteCommentDialog }) => DeleteCommentDialog),
);

interface PublicationCommentsProps {
  publication: Publication;
  /** Whether this is the publication's own page, whose address may name a comment. */
  isPage: boolean;
  hasFocus: boolean;
  onCount: (count: number) => void;
  onLikes: (count: number) => void;
}

/** Comments of a publication: form, list, replies and likes. Guests may read them. */
export function PublicationComments({ publication, isPage, hasFocus, onCount, onLikes }: PublicationCommentsProps) {
  const t = useText('posts', 'comments');
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const [search] = useSearchParams();
  const { publish_id: publishId, publish_user_id: authorId } = publication;
  const soughtId = (isPage && Number(search.get('comment'))) || null;
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const isWatched = useIsWatched(root);
  const comments = usePublicationComments({
    publishId,
    soughtId,
    isLive: viewer !== null,
    isWatched,
    onCount,
    onLikes,
  });
  const count = useRef(publication.comments);
  count.current = publication.comments;
  /** The socket event carries the count for own changes too; without a socket the count is adjusted here. */
  const counting = async <Answer,>(by: number, work: () => Promise<Answer>): Promise<Answer> => {
    const before = count.current;
    const answer = await work();
    if (count.current === before) onCount(Math.max(0, before + by));
    return answer;
  };
  const outbox = useOutbox(
    ({ message, replyTo, key }) =>
      counting(1, () =>
        call(publicationsApi.addComment, {
          body: { publish_id: publishId, message, reply_to: replyTo },
          idempotencyKey: key,
        }),
      ),
    (comment) => comments.upsert(comment as PublicationComment),
  );
  const [answered, setAnswered] = useState<{ threadId: number; comment: PublicationReply } | null>(null);
  const [reported, setReported] = useState<number | null>(null);
  const [commentToDelete, setCommentToDelete] = useState<PublicationReply | null>(null);
  const { state } = comments;
  useScrollTo(soughtId, state !== null);

  if (comments.hasFailed) {
    return (
      <div className={frame.notice} role="alert">
        <p>{t('comments.error')}</p>
        <button type="button" className={button('light', 'small')} onClick={comments.load}>
          {t('frame.retry')}
        </button>
      </div>
    );
  }
  if (state === null) return <CommentsSkeleton />;
  const { may_comment, may_hide, closed } = state.abilities;
  const mayWrite = may_comment === 1 && viewer !== null;

  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t(error.status === 0 ? 'frame.error.network' : 'frame.error.generic'));
      return false;
    }
  }

  const edit = ({ id }: PublicationReply, message: string): Promise<boolean> =>
    attempt(async () => {
      const changed = await call(publicationsApi.editComment, { body: { comment_id: id, message } });
      comments.upsert(changed as PublicationComment);
      toast.success(t('comments.edit.done'));
    });

  const setHidden = (comment: PublicationReply, hidden: 0 | 1): Promise<boolean> =>
    attempt(async () => {
      const changed = await call(publicationsApi.hideComment, { body: { comment_id: comment.id, hidden } });
      comments.upsert(changed as PublicationComment);
      const undo = { label: t('comments.hide.undo'), onPress: () => void setHidden(comment, 0) };
      if (hidden) toast.success(t('comments.hide.done'), { action: undo });
      else toast.success(t('comments.show.done'));
    });

  async function remove(comment: PublicationReply): Promise<void> {
    const isDone = await attempt(async () => {
      await counting(-1, () => call(publicationsApi.removeComment, { body: { comment_id: comment.id } }));
      comments.remove(comment);
    });
    if (isDone) toast.success(t('comments.delete.done'));
  }

  function act(comment: PublicationReply, action: Exclude<CommentAction, 'edit'>): void {
    if (action === 'report') setReported(comment.id);
    if (action === 'hide') void setHidden(comment, 1);
    if (action === 'show') void setHidden(comment, 0);
    if (action === 'delete') setCommentToDelete(comment);
  }

  const item = (comment: PublicationReply, threadId: number) => ({
    comment,
    authorId,
    isSignedIn: viewer !== null,
    mayReply: mayWrite,
    mayHide: may_hide === 1,
    mayRemove: (viewer?.permissions.length ?? 0) > 0,
    isSought: comment.id === soughtId,
    onReply: () => setAnswered({ threadId, comment }),
    onEdit: (message: string) => edit(comment, message),
    onAction: (action: Exclude<CommentAction, 'edit'>) => act(comment, action),
    onLiked: (liked: 0 | 1, like_count: number) =>
      comments.change((current) => setLike(current, comment.id, { liked, like_count })),
  });
  const waiting = (one: OutboxComment) =>
    viewer && (
      <li key={one.key}>
        <UnsentComment
          unsent={one}
          viewer={viewer}
          onRetry={() => outbox.retry(one)}
          onRetryWithoutRating={() => outbox.retry(one)}
          onDiscard={() => outbox.discard(one)}
        />
      </li>
    );
  const unsentUnder = (threadId: number | null) => outbox.unsent.filter(({ replyTo }) => replyTo === threadId);

  function under(thread: PublicationComment) {
    const more = thread.replies_total - thread.replies.length;
    const unsent = unsentUnder(thread.id);
    const isAnswering = answered?.threadId === thread.id;
    if (thread.replies_total === 0 && unsent.length === 0 && !isAnswering) return null;
    return (
      <div className={frame.replies}>
        <ul className={frame.list}>
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <PublicationCommentItem {...item(reply, thread.id)} />
            </li>
          ))}
          {[...unsent].reverse().map(waiting)}
        </ul>
        {more > 0 && (
          <button
            type="button"
            className={button('quiet', 'small')}
            onClick={() => void attempt(() => comments.loadReplies(thread))}
          >
            {t('comments.replies.more', { count: more })}
          </button>
        )}
        {isAnswering && (
          <CommentForm
            key={answered.comment.id}
            hasFocus
            label={t('comments.reply.to', { name: answered.comment.user.firstname })}
            initial={answered.comment.reply_to === null ? {} : { message: `${answered.comment.user.firstname}, ` }}
            onSubmit={(words) => {
              outbox.send(words, answered.threadId);
              setAnswered(null);
            }}
            onCancel={() => setAnswered(null)}
          />
        )}
      </div>
    );
  }

  const isEmpty = state.comments.length === 0 && outbox.unsent.length === 0;
  return (
    <div ref={setRoot} className={frame.thread}>
      {mayWrite && viewer ? (
        <CommentForm
          hasFocus={hasFocus}
          label={t('comments.field.label')}
          placeholder={t('posts.comments.placeholder')}
          onSubmit={(words) => outbox.send(words, null)}
        >
          <span className={frame.ownPic}>
            <UserPic firstname={viewer.user_firstname} lastname={viewer.user_lastname} photo={viewer.user_photo} />
          </span>
        </CommentForm>
      ) : viewer === null ? (
        <p>
          {t('posts.comments.signIn')}{' '}
          <Link
            to={`/auth?next=${encodeURIComponent(publicationAddress(authorId, publishId))}`}
            rel="nofollow"
            className="link"
          >
            {t('frame.signIn')}
          </Link>
        </p>
      ) : (
        <p className={frame.closed}>
          <IconMessageCircleOff size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t(closed === 'circle' ? 'posts.comments.closed.circle' : 'posts.comments.closed.nobody')}
        </p>
      )}
      {comments.isSoughtGone && <p className={frame.closed}>{t('comments.vanished')}</p>}
      {isEmpty ? (
        (mayWrite || viewer === null) && (
          <div className={frame.notice}>
            <IconMessageCircle size={28} stroke={1.5} aria-hidden="true" />
            <p className={frame.noticeTitle}>{t('posts.comments.empty')}</p>
            {mayWrite && <p>{t('posts.comments.empty.text')}</p>}
          </div>
        )
      ) : (
        <ul className={frame.list} aria-label={t('posts.comments')}>
          {unsentUnder(null).map(waiting)}
          {state.comments.map((thread) => (
            <li key={thread.id}>
              <PublicationCommentItem {...item(thread, thread.id)}>{under(thread)}</PublicationCommentItem>
            </li>
          ))}
        </ul>
      )}
      {state.comments.length < state.total && (
        <button
          type="button"
          className={`${button('plain')} ${frame.more}`}
          disabled={comments.isLoadingMore}
          onClick={() => void attempt(comments.loadMore)}
        >
          {t('comments.more')}
        </button>
      )}
      {commentToDelete !== null && (
        <Suspense>
          <DeleteCommentDialog onDelete={() => remove(commentToDelete)} onClose={() => setCommentToDelete(null)} />
        </Suspense>
      )}
      {reported !== null && (
        <Suspense>
          <ReportDialog about={{ publish_comment_id: reported }} onClose={() => setReported(null)} />
        </Suspense>
      )}
    </div>
  );
}

function useScrollTo(id: number | null, isLoaded: boolean): void {
  useEffect(() => {
    if (id !== null && isLoaded) document.getElementById(`comment-${id}`)?.scrollIntoView({ block: 'center' });
  }, [id, isLoaded]);
}
