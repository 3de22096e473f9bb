import { IconEyeOff, IconHeart, IconHeartFilled } from 'virtual:icons';
import type { PublicationReply } from '@app/contract/publishing/publications';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatAgo } from '../../../platform/format/ago.ts';
import { formatDateTime, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useTranslation } from '../../../ui/translation/use-translation.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import { CommentForm } from '../../comments/comment-form.tsx';
import frame from '../../comments/comment-item.module.css';
import { type CommentAction, CommentMenu } from '../../comments/comment-menu.tsx';
import { DeletedComment } from '../../comments/deleted-comment.tsx';
import { HiddenMark } from '../../comments/hidden-mark.tsx';
import { PublicationTextParts } from '../publication-text.tsx';
import { sendCommentLike, useLike } from '../use-like.ts';
import styles from './publication-comments.module.css';

export interface PublicationCommentItemProps {
  comment: PublicationReply;
  authorId: number;
  isSignedIn: boolean;
  mayReply: boolean;
  mayHide: boolean;
  mayRemove: boolean;
  /** Whether the address names this comment. */
  isSought: boolean;
  onReply: () => void;
  onEdit: (message: string) => Promise<boolean>;
  onAction: (action: Exclude<CommentAction, 'edit'>) => void;
  onLiked: (liked: 0 | 1, count: number) => void;
  children?: ReactNode;
}

function LikeComment({
  comment,
  isSignedIn,
  onLiked,
}: Pick<PublicationCommentItemProps, 'comment' | 'isSignedIn' | 'onLiked'>) {
  const t = useText('posts');
  const lang = useLanguage();
  const { like, turn } = useLike(
    { liked: comment.liked === 1, count: comment.like_count },
    (liked) => sendCommentLike(comment.id, liked),
    (reason) => toast.error([t('posts.like.failed'), reason].filter(Boolean).join('. ')),
    ({ liked, count }) => onLiked(liked ? 1 : 0, count),
  );
  const count = like.count > 0 && (
    <>
      <span className="sr">{t('posts.like.count', { count: like.count })}</span>
      <span className="num" aria-hidden="true">
        {formatNumber(lang, like.count)}
      </span>
    </>
  );
  if (!isSignedIn) {
    return like.count > 0 ? (
      <span className={styles.like}>
        <IconHeart size={17} stroke={ICON_STROKE} aria-hidden="true" />
        {count}
      </span>
    ) : null;
  }
  const name = `${comment.user.firstname} ${comment.user.lastname}`.trim();
  return (
    <button
      type="button"
      className={styles.like}
      aria-pressed={like.liked}
      aria-label={`${t('posts.comments.like', { name })}, ${t('posts.like.count', { count: like.count })}`}
      onClick={() => turn()}
    >
      {like.liked ? (
        <IconHeartFilled size={17} aria-hidden="true" />
      ) : (
        <IconHeart size={17} stroke={ICON_STROKE} aria-hidden="true" />
      )}
      {count}
    </button>
  );
}

function CommentHead({ comment, name, isAuthor }: { comment: PublicationReply; name: string; isAuthor: boolean }) {
  const t = useText('posts', 'comments');
  const lang = useLanguage();
  return (
    <p className={frame.head}>
      {comment.user.id > 0 ? (
        <Link to={`/user/${comment.user.id}`} className={frame.name}>
          {name}
        </Link>
      ) : (
        <span className={frame.name}>{name}</span>
      )}
      {isAuthor && <span className={frame.badge}>{t('posts.comments.author')}</span>}
      <span className={frame.time}>
        <time dateTime={comment.timestamp} title={formatDateTime(comment.timestamp)}>
          {formatAgo(lang, comment.timestamp, Date.now())}
        </time>
        {comment.edited === 1 && `, ${t('comments.edited')}`}
      </span>
    </p>
  );
}

/** The words of a comment, or a note where they contain a word that the viewer muted. */
function CommentMessage({ comment, isShown, onShow }: CommentMessageProps) {
  const t = useText('posts');
  const { ref, show, lang, offer } = useTranslation(isShown && comment.own === 0 ? [comment.message] : []);
  if (isShown)
    return (
      <>
        <p ref={ref} className={frame.message} data-hidden={comment.hidden === 1 || undefined} lang={lang}>
          <PublicationTextParts text={show(comment.message)} mentions={comment.mentions ?? NO_ACTIONS} />
        </p>
        {offer}
      </>
    );
  return (
    <p className={styles.muted}>
      <IconEyeOff size={17} stroke={ICON_STROKE} aria-hidden="true" />
      {t('posts.hidden.word', { word: comment.muted_by })}
      <TextButton text={t('posts.hidden.show')} className="link" onClick={onShow} />
    </p>
  );
}

interface CommentMessageProps {
  comment: PublicationReply;
  isShown: boolean;
  onShow: () => void;
}

export function PublicationCommentItem(props: PublicationCommentItemProps) {
  const { comment, authorId, isSignedIn, mayReply, isSought, onReply, onEdit, onAction, onLiked, children } = props;
  const t = useText('posts', 'comments');
  const [isEditing, setEditing] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isShown, setShown] = useState(comment.muted_by === '');
  const name = `${comment.user.firstname} ${comment.user.lastname}`.trim();

  async function save(message: string): Promise<void> {
    setSaving(true);
    if (await onEdit(message)) setEditing(false);
    setSaving(false);
  }

  if (comment.deleted === 1) return <DeletedComment id={comment.id}>{children}</DeletedComment>;
  return (
    <div className={frame.comment} id={`comment-${comment.id}`} data-sought={isSought || undefined}>
      <UserPic
        firstname={comment.user.firstname}
        lastname={comment.user.lastname}
        photo={comment.user.photo}
        size={comment.reply_to === null ? 40 : 32}
      />
      <div className={frame.body}>
        <div className={frame.top}>
          <CommentHead comment={comment} name={name} isAuthor={comment.user.id === authorId} />
          {isSignedIn && (
            <CommentMenu
              id={comment.id}
              label={comment.own ? t('comments.menu.own') : t('comments.menu', { name })}
              actions={actionsFor(props)}
              onAction={(action) => (action === 'edit' ? setEditing(true) : onAction(action))}
            />
          )}
        </div>
        {isEditing ? (
          <div className={frame.editing}>
            <CommentForm
              hasFocus
              label={t('comments.edit')}
              initial={{ message: comment.message }}
              verb={t('comments.edit.save')}
              isBusy={isSaving}
              onSubmit={({ message }) => void save(message)}
              onCancel={() => setEditing(false)}
            />
          </div>
        ) : (
          <CommentMessage comment={comment} isShown={isShown} onShow={() => setShown(true)} />
        )}
        <HiddenMark comment={comment} />
        {!isEditing && (
          <div className={styles.deeds}>
            {mayReply && (
              <TextButton
                text={t('comments.reply')}
                className={frame.reply}
                aria-label={`${t('comments.reply')}, ${name}`}
                onClick={onReply}
              />
            )}
            <LikeComment comment={comment} isSignedIn={isSignedIn} onLiked={onLiked} />
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

const NO_ACTIONS = {};

/** Comments cannot be edited where the viewer may no longer comment. */
function actionsFor({ comment, mayReply, mayHide, mayRemove }: PublicationCommentItemProps): CommentAction[] {
  const hiding: CommentAction[] = mayHide ? [comment.hidden === 1 ? 'show' : 'hide'] : [];
  const editing: CommentAction[] = mayReply ? ['edit'] : [];
  if (comment.own === 1) return [...editing, ...(comment.hidden === 1 ? hiding : []), 'delete'];
  return [...hiding, 'report', ...(mayRemove ? (['delete'] as const) : [])];
}
