import type { AdReply } from '@app/contract/publishing/comments';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { commentsApi } from '#contract/publishing/comments';
import { call } from '../../platform/call.ts';
import type { SessionViewer } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast/toast.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import { CommentForm, type CommentInput } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import type { CommentAction } from './comment-menu.tsx';
import { CommentsSkeleton } from './comments-skeleton.tsx';
import type { Abilities, CommentsState } from './comments-state.ts';
import styles from './comments-thread.module.css';
import { DeleteCommentDialog } from './delete-comment-dialog.tsx';
import {
  type Answered,
  ClosedComments,
  CommentsFailure,
  MoreComments,
  NoComments,
  ThreadList,
} from './thread-list.tsx';
import { useAttempt } from './use-attempt.ts';
import { useCommentActions } from './use-comment-actions.ts';
import { useComments } from './use-comments.ts';
import { useIsWatched } from './use-is-watched.ts';
import { type Outbox, useOutbox } from './use-outbox.ts';
import { useScrollTo } from './use-scroll-to.ts';

const ReportDialog = lazyPart(() =>
  import('../../trust/complaints/report-dialog.tsx').then(({ ReportDialog }) => ReportDialog),
);

interface CommentsThreadProps {
  adId: number;
  ownerId: number;
  viewer: SessionViewer;
  onCount: (count: number) => void;
}

type Comments = ReturnType<typeof useComments>;

function useCommentOutbox(adId: number, comments: Comments): Outbox {
  const t = useText('comments');
  return useOutbox(
    ({ message, rating, replyTo, key }) => {
      const vote = rating > 0 ? { rating } : {};
      const body = { board_id: adId, message, ...vote, reply_to: replyTo };
      return call(commentsApi.add, { body, idempotencyKey: key });
    },
    (comment) => {
      comments.upsert(comment);
      if (comment.rating > 0) comments.allow({ may_rate: 0 });
      toast.success(t('comments.sent'));
    },
  );
}

const callsOf = (comments: Comments, { may_comment }: Abilities) => ({
  async edit({ id, reply_to, rating: before }: AdReply, { message, rating }: CommentInput) {
    const vote = reply_to === null && rating !== before ? { rating } : {};
    const changed = await call(commentsApi.edit, { body: { id, message, ...vote } });
    comments.upsert(changed);
    if (rating !== before) comments.allow({ may_rate: changed.rating > 0 ? 0 : may_comment });
  },
  async hide({ id }: AdReply, hidden: 0 | 1) {
    comments.upsert(await call(commentsApi.hide, { body: { id, hidden } }));
  },
  async remove(comment: AdReply) {
    await call(commentsApi.remove, { params: { id: comment.id } });
    comments.remove(comment);
    if (comment.own && comment.rating > 0) comments.allow({ may_rate: may_comment });
  },
});

interface AdCommentFormProps {
  abilities: Abilities;
  isOwn: boolean;
  viewer: SessionViewer;
  onSend: (input: CommentInput) => void;
}

function AdCommentForm({ abilities, isOwn, viewer, onSend }: AdCommentFormProps) {
  const t = useText('comments');
  const { may_comment, may_rate, closed } = abilities;
  if (may_comment !== 1)
    return (
      <ClosedComments>
        {t(closed === 'over' || closed === 'circle' ? `comments.closed.${closed}` : 'comments.closed')}
      </ClosedComments>
    );
  return (
    <CommentForm
      label={t('comments.field.label')}
      placeholder={t(isOwn ? 'comments.field.placeholderOwn' : 'comments.field.placeholder')}
      mayRate={may_rate === 1}
      onSubmit={onSend}
    >
      <span className={styles.ownPic}>
        <UserPic firstname={viewer.user_firstname} lastname={viewer.user_lastname} photo={viewer.user_photo} />
      </span>
    </CommentForm>
  );
}

interface LoadedCommentsProps extends Pick<CommentsThreadProps, 'adId' | 'ownerId' | 'viewer'> {
  comments: Comments;
  state: CommentsState;
  soughtId: number | null;
}

function LoadedComments({ adId, ownerId, viewer, comments, state, soughtId }: LoadedCommentsProps) {
  const t = useText('comments');
  const { abilities } = state;
  const isOwn = viewer.user_id === ownerId;
  const outbox = useCommentOutbox(adId, comments);
  const attempt = useAttempt();
  const { edit, setHidden, remove } = useCommentActions(callsOf(comments, abilities), attempt);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [reported, setReported] = useState<number | null>(null);
  const [doomed, setDoomed] = useState<AdReply | null>(null);

  function act(comment: AdReply, action: Exclude<CommentAction, 'edit'>): void {
    if (action === 'report') setReported(comment.id);
    if (action === 'hide') void setHidden(comment, 1);
    if (action === 'show') void setHidden(comment, 0);
    if (action === 'delete') setDoomed(comment);
  }

  return (
    <div className={styles.thread}>
      <AdCommentForm abilities={abilities} isOwn={isOwn} viewer={viewer} onSend={(input) => outbox.send(input, null)} />
      {comments.isSoughtGone && <p className={styles.closed}>{t('comments.vanished')}</p>}
      {state.comments.length === 0 && outbox.unsent.length === 0 ? (
        <NoComments
          title={t('comments.empty.title')}
          text={abilities.may_comment === 1 ? t(isOwn ? 'comments.empty.own' : 'comments.empty.text') : undefined}
        />
      ) : (
        <ThreadList
          threads={state.comments}
          outbox={outbox}
          viewer={viewer}
          label={{ 'aria-labelledby': 'comments' }}
          answered={answered}
          onAnswered={() => setAnswered(null)}
          onMoreReplies={(thread) => void attempt(() => comments.loadReplies(thread))}
          renderItem={(comment, threadId, replies) => (
            <CommentItem
              comment={comment}
              ownerId={ownerId}
              abilities={abilities}
              isSought={comment.id === soughtId}
              onReply={() => setAnswered({ threadId, comment })}
              onEdit={(input) => edit(comment, input)}
              onAction={(action) => act(comment, action)}
            >
              {replies}
            </CommentItem>
          )}
        />
      )}
      {state.comments.length < state.total && (
        <MoreComments isLoading={comments.isLoadingMore} onMore={() => void attempt(comments.loadMore)} />
      )}
      {doomed !== null && (
        <DeleteCommentDialog
          isRated={doomed.rating > 0}
          onDelete={() => remove(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
      {reported !== null && (
        <Suspense>
          <ReportDialog about={{ comment_id: reported }} onClose={() => setReported(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** The comments of an ad for a signed-in viewer: form, list and live changes. */
export function CommentsThread({ onCount, ...rest }: CommentsThreadProps) {
  const [search] = useSearchParams();
  const soughtId = Number(search.get('comment')) || null;
  const comments = useComments({ adId: rest.adId, soughtId, isWatched: useIsWatched(), onCount });
  const { state } = comments;
  useScrollTo(soughtId, state !== null);
  if (comments.hasFailed) return <CommentsFailure onRetry={comments.load} />;
  if (state === null) return <CommentsSkeleton />;
  return <LoadedComments {...rest} comments={comments} state={state} soughtId={soughtId} />;
}
