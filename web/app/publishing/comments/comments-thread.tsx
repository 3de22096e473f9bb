import type { AdComment, AdReply } from '@app/contract/publishing/comments';
import { IconMessageCircle, IconMessageCircleOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { commentsApi } from '#contract/publishing/comments';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import type { SessionViewer } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import { CommentForm, type CommentInput } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import type { CommentAction } from './comment-menu.tsx';
import { CommentsSkeleton } from './comments-skeleton.tsx';
import styles from './comments-thread.module.css';
import { UnsentComment } from './unsent-comment.tsx';
import { useComments } from './use-comments.ts';
import { useIsWatched } from './use-is-watched.ts';
import { type OutboxComment, useOutbox } from './use-outbox.ts';

const ReportDialog = lazy(() =>
  import('../../trust/complaints/report-dialog.tsx').then(({ ReportDialog }) => ({ default: ReportDialog })),
);

interface CommentsThreadProps {
  adId: number;
  ownerId: number;
  viewer: SessionViewer;
  onCount: (count: number) => void;
}

/** The comments of an ad for a signed-in viewer: form, list and live changes. */
export function CommentsThread({ adId, ownerId, viewer, onCount }: CommentsThreadProps) {
  const t = useText('comments');
  const [search] = useSearchParams();
  const soughtId = Number(search.get('comment')) || null;
  const comments = useComments({ adId, soughtId, isWatched: useIsWatched(), onCount });
  const outbox = useOutbox(
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
  const [answered, setAnswered] = useState<{ threadId: number; comment: AdReply } | null>(null);
  const [reported, setReported] = useState<number | null>(null);
  const [doomed, setDoomed] = useState<AdReply | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const confirm = useRef<HTMLDialogElement>(null);
  const { state } = comments;
  useScrollTo(soughtId, state !== null);

  if (comments.hasFailed) {
    return (
      <div className={styles.notice} role="alert">
        <p>{t('comments.error')}</p>
        <button type="button" className={button('light', 'small')} onClick={comments.load}>
          {t('frame.retry')}
        </button>
      </div>
    );
  }
  if (state === null) return <CommentsSkeleton />;
  const { abilities } = state;

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

  const edit = ({ id, reply_to, rating: before }: AdReply, { message, rating }: CommentInput): Promise<boolean> =>
    attempt(async () => {
      const vote = reply_to === null && rating !== before ? { rating } : {};
      const changed = await call(commentsApi.edit, { body: { id, message, ...vote } });
      comments.upsert(changed);
      if (rating !== before) comments.allow({ may_rate: changed.rating > 0 ? 0 : abilities.may_comment });
      toast.success(t('comments.edit.done'));
    });

  const setHidden = (comment: AdReply, hidden: 0 | 1): Promise<boolean> =>
    attempt(async () => {
      comments.upsert(await call(commentsApi.hide, { body: { id: comment.id, hidden } }));
      const undo = { label: t('comments.hide.undo'), onPress: () => void setHidden(comment, 0) };
      if (hidden) toast.success(t('comments.hide.done'), { action: undo });
      else toast.success(t('comments.show.done'));
    });

  async function remove(comment: AdReply): Promise<void> {
    setDeleting(true);
    const isDone = await attempt(async () => {
      await call(commentsApi.remove, { params: { id: comment.id } });
      comments.remove(comment);
      if (comment.own && comment.rating > 0) comments.allow({ may_rate: abilities.may_comment });
    });
    setDeleting(false);
    confirm.current?.close();
    if (isDone) toast.success(t('comments.delete.done'));
  }

  function act(comment: AdReply, action: Exclude<CommentAction, 'edit'>): void {
    if (action === 'report') setReported(comment.id);
    if (action === 'hide') void setHidden(comment, 1);
    if (action === 'show') void setHidden(comment, 0);
    if (action === 'delete') {
      setDoomed(comment);
      confirm.current?.showModal();
    }
  }

  const item = (comment: AdReply, threadId: number) => ({
    comment,
    ownerId,
    abilities,
    isSought: comment.id === soughtId,
    onReply: () => setAnswered({ threadId, comment }),
    onEdit: (input: CommentInput) => edit(comment, input),
    onAction: (action: Exclude<CommentAction, 'edit'>) => act(comment, action),
  });
  const waiting = (one: OutboxComment) => (
    <li key={one.key}>
      <UnsentComment
        unsent={one}
        viewer={viewer}
        onRetry={() => outbox.retry(one)}
        onRetryWithoutRating={() => outbox.retryWithoutRating(one)}
        onDiscard={() => outbox.discard(one)}
      />
    </li>
  );
  const unsentUnder = (threadId: number | null) => outbox.unsent.filter(({ replyTo }) => replyTo === threadId);

  function under(thread: AdComment) {
    const more = thread.replies_total - thread.replies.length;
    const unsent = unsentUnder(thread.id);
    const isAnswering = answered?.threadId === thread.id;
    if (thread.replies_total === 0 && unsent.length === 0 && !isAnswering) return null;
    return (
      <div className={styles.replies}>
        <ul className={styles.list}>
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem {...item(reply, thread.id)} />
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
            onSubmit={(input) => {
              outbox.send(input, answered.threadId);
              setAnswered(null);
            }}
            onCancel={() => setAnswered(null)}
          />
        )}
      </div>
    );
  }

  const own = { firstname: viewer.user_firstname, lastname: viewer.user_lastname, photo: viewer.user_photo };
  const isEmpty = state.comments.length === 0 && outbox.unsent.length === 0;
  return (
    <div className={styles.thread}>
      {abilities.may_comment === 1 ? (
        <CommentForm
          label={t('comments.field.label')}
          placeholder={t('comments.field.placeholder')}
          mayRate={abilities.may_rate === 1}
          onSubmit={(input) => outbox.send(input, null)}
        >
          <span className={styles.ownPic}>
            <UserPic {...own} />
          </span>
        </CommentForm>
      ) : (
        <p className={styles.closed}>
          <IconMessageCircleOff size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t(
            abilities.closed === 'over' || abilities.closed === 'circle'
              ? `comments.closed.${abilities.closed}`
              : 'comments.closed',
          )}
        </p>
      )}
      {comments.isSoughtGone && <p className={styles.closed}>{t('comments.vanished')}</p>}
      {isEmpty ? (
        <div className={styles.notice}>
          <IconMessageCircle size={28} stroke={1.5} aria-hidden="true" />
          <p className={styles.noticeTitle}>{t('comments.empty.title')}</p>
          {abilities.may_comment === 1 && <p>{t('comments.empty.text')}</p>}
        </div>
      ) : (
        <ul className={styles.list} aria-labelledby="comments">
          {unsentUnder(null).map(waiting)}
          {state.comments.map((thread) => (
            <li key={thread.id}>
              <CommentItem {...item(thread, thread.id)}>{under(thread)}</CommentItem>
            </li>
          ))}
        </ul>
      )}
      {state.comments.length < state.total && (
        <button
          type="button"
          className={`${button('plain')} ${styles.more}`}
          disabled={comments.isLoadingMore}
          onClick={() => void attempt(comments.loadMore)}
        >
          {t('comments.more')}
        </button>
      )}
      <ConfirmDialog
        ref={confirm}
        question={t('comments.delete.question')}
        verb={t('comments.delete')}
        isBusy={isDeleting}
        onConfirm={() => doomed && void remove(doomed)}
      >
        {t(doomed && doomed.rating > 0 ? 'comments.delete.textRated' : 'comments.delete.text')}
      </ConfirmDialog>
      {reported !== null && (
        <Suspense>
          <ReportDialog about={{ comment_id: reported }} onClose={() => setReported(null)} />
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
