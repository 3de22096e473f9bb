import type { Publication, PublicationComment, PublicationReply } from '@app/contract/publishing/publications';
import { Suspense, useRef, useState } from 'react';
import { Link, useRouteLoaderData, useSearchParams } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';
import type { SessionViewer } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../platform/root-data.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { CommentFieldContext } from '../../comments/comment-field.ts';
import { CommentForm, type CommentInput } from '../../comments/comment-form.tsx';
import type { CommentAction } from '../../comments/comment-menu.tsx';
import { CommentsSkeleton } from '../../comments/comments-skeleton.tsx';
import frame from '../../comments/comments-thread.module.css';
import {
  type Answered,
  ClosedComments,
  CommentsFailure,
  MoreComments,
  NoComments,
  ThreadList,
} from '../../comments/thread-list.tsx';
import { useAttempt } from '../../comments/use-attempt.ts';
import { useCommentActions } from '../../comments/use-comment-actions.ts';
import { useIsWatched } from '../../comments/use-is-watched.ts';
import { useOutbox } from '../../comments/use-outbox.ts';
import { useScrollTo } from '../../comments/use-scroll-to.ts';
import { publicationAddress } from '../publication-address.ts';
import { MentionField } from './mention-field.tsx';
import { PublicationCommentItem } from './publication-comment-item.tsx';
import { type PublicationAbilities, setLike } from './publication-comments-state.ts';
import { usePublicationComments } from './use-publication-comments.ts';

const ReportDialog = lazyPart(() =>
  import('../../../trust/complaints/report-dialog.tsx').then(({ ReportDialog }) => ReportDialog),
);

// Loaded lazily, because guests never and others seldom delete.
const DeleteCommentDialog = lazyPart(() =>
  import('../../comments/delete-comment-dialog.tsx').then(({ DeleteCommentDialog }) => DeleteCommentDialog),
);

interface PublicationCommentsProps {
  publication: Publication;
  /** Whether this is the publication's own page, whose address may name a comment. */
  isPage: boolean;
  hasFocus: boolean;
  onCount: (count: number) => void;
  onLikes: (count: number) => void;
}

type Comments = ReturnType<typeof usePublicationComments>;
type Counting = <Answer>(by: number, work: () => Promise<Answer>) => Promise<Answer>;

/** The socket event carries the count for own changes too; without a socket the count is adjusted here. */
function useCounting(count: number, onCount: (count: number) => void): Counting {
  const latest = useRef(count);
  latest.current = count;
  return async (by, work) => {
    const before = latest.current;
    const answer = await work();
    if (latest.current === before) onCount(Math.max(0, before + by));
    return answer;
  };
}

const callsOf = (comments: Comments, counting: Counting) => ({
  async edit({ id }: PublicationReply, message: string) {
    const changed = await call(publicationsApi.editComment, { body: { comment_id: id, message } });
    comments.upsert(changed as PublicationComment);
  },
  async hide({ id }: PublicationReply, hidden: 0 | 1) {
    const changed = await call(publicationsApi.hideComment, { body: { comment_id: id, hidden } });
    comments.upsert(changed as PublicationComment);
  },
  async remove(comment: PublicationReply) {
    await counting(-1, () => call(publicationsApi.removeComment, { body: { comment_id: comment.id } }));
    comments.remove(comment);
  },
});

interface PublicationCommentFormProps {
  publication: Publication;
  viewer: SessionViewer | null;
  abilities: PublicationAbilities;
  hasFocus: boolean;
  onSend: (input: CommentInput) => void;
}

function PublicationCommentForm({ publication, viewer, abilities, hasFocus, onSend }: PublicationCommentFormProps) {
  const t = useText('posts', 'comments');
  if (viewer === null)
    return (
      <p>
        {t('posts.comments.signIn')}{' '}
        <Link
          to={`/auth?next=${encodeURIComponent(publicationAddress(publication.publish_user_id, publication.publish_id))}`}
          rel="nofollow"
          className="link"
        >
          {t('frame.signIn')}
        </Link>
      </p>
    );
  if (abilities.may_comment !== 1)
    return (
      <ClosedComments>
        {t(
          abilities.closed === 'circle' || abilities.closed === 'withheld'
            ? `posts.comments.closed.${abilities.closed}`
            : 'posts.comments.closed.nobody',
        )}
      </ClosedComments>
    );
  return (
    <CommentForm
      hasFocus={hasFocus}
      label={t('comments.field.label')}
      placeholder={t('posts.comments.placeholder')}
      onSubmit={onSend}
    >
      <span className={frame.ownPic}>
        <UserPic firstname={viewer.user_firstname} lastname={viewer.user_lastname} photo={viewer.user_photo} />
      </span>
    </CommentForm>
  );
}

interface LoadedCommentsProps extends Pick<PublicationCommentsProps, 'publication' | 'hasFocus' | 'onCount'> {
  viewer: SessionViewer | null;
  comments: Comments;
  state: NonNullable<Comments['state']>;
  soughtId: number | null;
}

function LoadedComments(props: LoadedCommentsProps) {
  const { publication, hasFocus, onCount, viewer, comments, state, soughtId } = props;
  const t = useText('posts', 'comments');
  const { publish_id: publishId, publish_user_id: authorId } = publication;
  const { may_comment, may_hide } = state.abilities;
  const mayWrite = may_comment === 1 && viewer !== null;
  const counting = useCounting(publication.comments, onCount);
  const attempt = useAttempt();
  const { edit, setHidden, remove } = useCommentActions(callsOf(comments, counting), attempt);
  const outbox = useOutbox(
    ({ message, replyTo, key }) => {
      const body = { publish_id: publishId, message, reply_to: replyTo };
      return counting(1, () => call(publicationsApi.addComment, { body, idempotencyKey: key }));
    },
    (comment) => comments.upsert(comment as PublicationComment),
  );
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [reported, setReported] = useState<number | null>(null);
  const [commentToDelete, setCommentToDelete] = useState<PublicationReply | null>(null);

  function act(comment: PublicationReply, action: Exclude<CommentAction, 'edit'>): void {
    if (action === 'report') setReported(comment.id);
    if (action === 'hide') void setHidden(comment, 1);
    if (action === 'show') void setHidden(comment, 0);
    if (action === 'delete') setCommentToDelete(comment);
  }

  const isEmpty = state.comments.length === 0 && outbox.unsent.length === 0;
  return (
    <>
      <PublicationCommentForm
        publication={publication}
        viewer={viewer}
        abilities={state.abilities}
        hasFocus={hasFocus}
        onSend={(input) => outbox.send(input, null)}
      />
      {comments.isSoughtGone && <p className={frame.closed}>{t('comments.vanished')}</p>}
      {isEmpty && (mayWrite || viewer === null) && (
        <NoComments title={t('posts.comments.empty')} text={mayWrite ? t('posts.comments.empty.text') : undefined} />
      )}
      {!isEmpty && (
        <ThreadList
          threads={state.comments}
          outbox={outbox}
          viewer={viewer}
          label={{ 'aria-label': t('posts.comments') }}
          answered={answered}
          onAnswered={() => setAnswered(null)}
          onMoreReplies={(thread) => void attempt(() => comments.loadReplies(thread))}
          renderItem={(comment, threadId, replies) => (
            <PublicationCommentItem
              comment={comment}
              authorId={authorId}
              isSignedIn={viewer !== null}
              mayReply={mayWrite}
              mayHide={may_hide === 1}
              mayRemove={(viewer?.permissions.length ?? 0) > 0}
              isSought={comment.id === soughtId}
              onReply={() => setAnswered({ threadId, comment })}
              onEdit={(message) => edit(comment, message)}
              onAction={(action) => act(comment, action)}
              onLiked={(liked, like_count) =>
                comments.change((current) => setLike(current, comment.id, { liked, like_count }))
              }
            >
              {replies}
            </PublicationCommentItem>
          )}
        />
      )}
      {state.comments.length < state.total && (
        <MoreComments isLoading={comments.isLoadingMore} onMore={() => void attempt(comments.loadMore)} />
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
    </>
  );
}

/** Comments of a publication: form, list, replies and likes. Guests may read them. */
export function PublicationComments({ isPage, onLikes, ...rest }: PublicationCommentsProps) {
  const { publication, onCount } = rest;
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const [search] = useSearchParams();
  const soughtId = (isPage && Number(search.get('comment'))) || null;
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const comments = usePublicationComments({
    publishId: publication.publish_id,
    soughtId,
    // The socket of a withheld publication is closed to everybody.
    isLive: viewer !== null && publication.withheld === undefined,
    isWatched: useIsWatched(root),
    onCount,
    onLikes,
  });
  const { state } = comments;
  useScrollTo(soughtId, state !== null);
  if (comments.hasFailed) return <CommentsFailure onRetry={comments.load} />;
  if (state === null) return <CommentsSkeleton />;
  return (
    <div ref={setRoot} className={frame.thread}>
      <CommentFieldContext value={MentionField}>
        <LoadedComments {...rest} viewer={viewer} comments={comments} state={state} soughtId={soughtId} />
      </CommentFieldContext>
    </div>
  );
}
