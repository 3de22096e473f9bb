import { IconMessageCircle, IconMessageCircleOff } from 'virtual:icons';
import type { ReactNode } from 'react';
import type { SessionViewer } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { CommentForm } from './comment-form.tsx';
import type { AnyThread } from './comments-state.ts';
import styles from './comments-thread.module.css';
import { UnsentComment } from './unsent-comment.tsx';
import type { Outbox, OutboxComment } from './use-outbox.ts';

/** The comment that the viewer is answering, and its thread. */
export interface Answered {
  threadId: number;
  comment: AnyThread['replies'][number];
}

export function CommentsFailure({ onRetry }: { onRetry: () => void }) {
  const t = useText('comments');
  return (
    <div className={styles.notice} role="alert">
      <p>{t('comments.error')}</p>
      <TextButton text={t('frame.retry')} className={button('light', 'small')} onClick={onRetry} />
    </div>
  );
}

export function NoComments({ title, text }: { title: string; text: string | undefined }) {
  return (
    <div className={styles.notice}>
      <IconMessageCircle size={28} stroke={1.5} aria-hidden="true" />
      <p className={styles.noticeTitle}>{title}</p>
      {text !== undefined && <p>{text}</p>}
    </div>
  );
}

export function ClosedComments({ children }: { children: ReactNode }) {
  return (
    <p className={styles.closed}>
      <IconMessageCircleOff size={20} stroke={ICON_STROKE} aria-hidden="true" />
      {children}
    </p>
  );
}

function UnsentRow({ unsent, outbox, viewer }: { unsent: OutboxComment; outbox: Outbox; viewer: SessionViewer }) {
  return (
    <li>
      <UnsentComment
        unsent={unsent}
        viewer={viewer}
        onRetry={() => outbox.retry(unsent)}
        onRetryWithoutRating={() => outbox.retryWithoutRating(unsent)}
        onDiscard={() => outbox.discard(unsent)}
      />
    </li>
  );
}

interface ThreadListProps<Thread extends AnyThread> {
  threads: readonly Thread[];
  outbox: Outbox;
  viewer: SessionViewer | null;
  label: { 'aria-label': string } | { 'aria-labelledby': string };
  answered: Answered | null;
  onAnswered: () => void;
  onMoreReplies: (thread: Thread) => void;
  renderItem: (comment: Thread | Thread['replies'][number], threadId: number, replies?: ReactNode) => ReactNode;
}

interface RepliesProps<Thread extends AnyThread> extends Omit<ThreadListProps<Thread>, 'threads' | 'label'> {
  thread: Thread;
}

function Replies<Thread extends AnyThread>(props: RepliesProps<Thread>) {
  const { thread, outbox, viewer, answered, onAnswered, onMoreReplies, renderItem } = props;
  const t = useText('comments');
  const more = thread.replies_total - thread.replies.length;
  const unsent = outbox.unsent.filter(({ replyTo }) => replyTo === thread.id).toReversed();
  const answeredHere = answered?.threadId === thread.id ? answered.comment : null;
  if (thread.replies_total === 0 && unsent.length === 0 && answeredHere === null) return null;
  return (
    <div className={styles.replies}>
      <ul className={styles.list}>
        {thread.replies.map((reply) => (
          <li key={reply.id}>{renderItem(reply, thread.id)}</li>
        ))}
        {viewer && unsent.map((one) => <UnsentRow key={one.key} unsent={one} outbox={outbox} viewer={viewer} />)}
      </ul>
      {more > 0 && (
        <TextButton
          text={t('comments.replies.more', { count: more })}
          className={button('quiet', 'small')}
          onClick={() => onMoreReplies(thread)}
        />
      )}
      {answeredHere !== null && (
        <CommentForm
          key={answeredHere.id}
          hasFocus
          label={t('comments.reply.to', { name: answeredHere.user.firstname })}
          initial={answeredHere.reply_to === null ? {} : { message: `${answeredHere.user.firstname}, ` }}
          onSubmit={(input) => {
            outbox.send(input, thread.id);
            onAnswered();
          }}
          onCancel={onAnswered}
        />
      )}
    </div>
  );
}

/** Comments with their replies, the viewer's unsent ones, and the form of an answer. */
export function ThreadList<Thread extends AnyThread>({ threads, label, ...rest }: ThreadListProps<Thread>) {
  const { outbox, viewer, renderItem } = rest;
  return (
    <ul className={styles.list} {...label}>
      {viewer &&
        outbox.unsent
          .filter(({ replyTo }) => replyTo === null)
          .map((one) => <UnsentRow key={one.key} unsent={one} outbox={outbox} viewer={viewer} />)}
      {threads.map((thread) => (
        <li key={thread.id}>{renderItem(thread, thread.id, <Replies thread={thread} {...rest} />)}</li>
      ))}
    </ul>
  );
}

export function MoreComments({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const t = useText('comments');
  return (
    <TextButton
      text={t('comments.more')}
      className={`${button('plain')} ${styles.more}`}
      disabled={isLoading}
      onClick={onMore}
    />
  );
}
