import { IconEyeOff } from 'virtual:icons';
import type { AdReply } from '@app/contract/publishing/comments';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { RATING_MAX } from '#contract/publishing/comments';
import { formatDateTime } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { TextButton } from '../../ui/buttons.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Stars } from '../../ui/stars/stars.tsx';
import { useTranslation } from '../../ui/translation/use-translation.tsx';
import { UserPic } from '../../ui/user-pic.tsx';
import { CommentForm, type CommentInput } from './comment-form.tsx';
import styles from './comment-item.module.css';
import { type CommentAction, CommentMenu } from './comment-menu.tsx';
import type { Abilities } from './comments-state.ts';
import { DeletedComment } from './deleted-comment.tsx';
import { HiddenMark } from './hidden-mark.tsx';

interface CommentItemProps {
  comment: AdReply;
  ownerId: number;
  abilities: Abilities;
  /** Whether the address names this comment. */
  isSought: boolean;
  onReply: () => void;
  onEdit: (input: CommentInput) => Promise<boolean>;
  onAction: (action: Exclude<CommentAction, 'edit'>) => void;
  children?: ReactNode;
}

function CommentMessage({ comment: { message, own, hidden } }: { comment: AdReply }) {
  const { ref, show, lang, offer } = useTranslation(own === 1 ? [] : [message]);
  return (
    <>
      <p ref={ref} className={styles.message} data-hidden={hidden === 1 || undefined} lang={lang}>
        {show(message)}
      </p>
      {offer}
    </>
  );
}

export function CommentItem(props: CommentItemProps) {
  const { comment, ownerId, abilities, isSought, onReply, onEdit, onAction, children } = props;
  const t = useText('comments');
  const [isEditing, setEditing] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isShown, setShown] = useState(!comment.muted_by);
  const name = `${comment.user.firstname} ${comment.user.lastname}`.trim();

  async function save(input: CommentInput): Promise<void> {
    setSaving(true);
    if (await onEdit(input)) setEditing(false);
    setSaving(false);
  }

  if (comment.deleted === 1) return <DeletedComment id={comment.id}>{children}</DeletedComment>;
  return (
    <div className={styles.comment} id={`comment-${comment.id}`} data-sought={isSought || undefined}>
      <UserPic
        firstname={comment.user.firstname}
        lastname={comment.user.lastname}
        photo={comment.user.photo}
        size={comment.reply_to === null ? 40 : 32}
      />
      <div className={styles.body}>
        <div className={styles.top}>
          <p className={styles.head}>
            <Link to={`/user/${comment.user.id}`} className={styles.name}>
              {name}
            </Link>
            {comment.user.id === ownerId && <span className={styles.badge}>{t('comments.author.owner')}</span>}
            {comment.rating > 0 && <Stars max={RATING_MAX} rating={comment.rating} />}
            <span className={styles.time}>
              <time dateTime={comment.timestamp}>{formatDateTime(comment.timestamp)}</time>
              {comment.edited === 1 && `, ${t('comments.edited')}`}
            </span>
          </p>
          <CommentMenu
            id={comment.id}
            label={comment.own ? t('comments.menu.own') : t('comments.menu', { name })}
            actions={actionsFor(comment, abilities)}
            onAction={(action) => (action === 'edit' ? setEditing(true) : onAction(action))}
          />
        </div>
        {isEditing ? (
          <div className={styles.editing}>
            <CommentForm
              hasFocus
              label={t('comments.edit')}
              initial={comment}
              mayRate={comment.reply_to === null && (comment.rating > 0 || abilities.may_rate === 1)}
              verb={t('comments.edit.save')}
              isBusy={isSaving}
              onSubmit={(input) => void save(input)}
              onCancel={() => setEditing(false)}
            />
          </div>
        ) : isShown ? (
          <CommentMessage comment={comment} />
        ) : (
          <p className={styles.muted}>
            <IconEyeOff size={17} stroke={ICON_STROKE} aria-hidden="true" />
            {t('comments.muted', { word: comment.muted_by ?? '' })}
            <TextButton text={t('comments.muted.show')} className="link" onClick={() => setShown(true)} />
          </p>
        )}
        <HiddenMark comment={comment} />
        {abilities.may_reply === 1 && !isEditing && (
          <TextButton
            text={t('comments.reply')}
            className={styles.reply}
            aria-label={`${t('comments.reply')}, ${name}`}
            onClick={onReply}
          />
        )}
        {children}
      </div>
    </div>
  );
}

function actionsFor({ own, hidden }: AdReply, { may_hide, may_remove }: Abilities): CommentAction[] {
  const hiding: CommentAction[] = may_hide === 1 ? [hidden === 1 ? 'show' : 'hide'] : [];
  if (own === 1) return ['edit', ...hiding, 'delete'];
  return [...hiding, 'report', ...(may_remove === 1 ? (['delete'] as const) : [])];
}
