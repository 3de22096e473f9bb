import { IconX } from 'virtual:icons';
import type { Publication } from '@app/contract/publishing/publications';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { MuteDialog } from '../../people/circle/dialogs/mute-dialog.tsx';
import { call } from '../../platform/call.ts';
import { formatDateTime } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { useLoaded } from '../../platform/use-loaded.ts';
import { ReportDialog } from '../../trust/complaints/report-dialog.tsx';
import { button } from '../../ui/button.ts';
import { IconButton, TextButton } from '../../ui/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import frame from '../../ui/dialog/dialog.module.css';
import { BareDialog, closeDialog } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { useRows } from '../../ui/list/use-rows.ts';
import { toast } from '../../ui/toast/toast.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import styles from './publication-dialogs.module.css';
import { PublicationTextParts } from './publication-text.tsx';

export type PublicationDialog = 'delete' | 'mute' | 'report' | 'history' | 'likers';

interface PublicationDialogsProps {
  publication: Publication;
  dialog: PublicationDialog;
  onDeleted: () => void;
  onMuted: () => void;
  onClose: () => void;
}

function DeleteDialog({ publication, onDeleted, onClose }: Omit<PublicationDialogsProps, 'dialog' | 'onMuted'>) {
  const t = useText('posts');
  const { isSending, submit } = useSubmit();

  async function remove(): Promise<void> {
    await call(publicationsApi.remove, { body: { publish_id: publication.publish_id } });
    toast.success(t('posts.delete.done'));
    onClose();
    onDeleted();
  }

  return (
    <ConfirmDialog
      question={t('posts.delete.question')}
      verb={t('posts.delete')}
      isBusy={isSending}
      onConfirm={() => void submit(remove)}
      onClose={onClose}
    >
      {t('posts.delete.text')}
    </ConfirmDialog>
  );
}

function ListDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useText();
  const id = useId();
  return (
    <BareDialog
      closesOutside
      className={`${frame.dialog} ${styles.dialog}`}
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <IconButton icon={IconX} label={t('frame.close')} onClick={closeDialog} />
      </header>
      <div className={styles.body}>{children}</div>
    </BareDialog>
  );
}

function Failed({ text, onAgain }: { text: string; onAgain: () => void }) {
  const t = useText();
  return (
    <div className={styles.failed} role="alert">
      <p>{text}</p>
      <TextButton text={t('frame.retry')} className={button('light', 'small')} onClick={onAgain} />
    </div>
  );
}

function HistoryDialog({ publication, onClose }: { publication: Publication; onClose: () => void }) {
  const t = useText('posts');
  const { publish_id: id, publish_description, edited, mentions } = publication;
  const { value: loaded, hasFailed, retry } = useLoaded(id, () => call(publicationsApi.history, { params: { id } }));
  const states = [
    { publish_description, timestamp: edited, isNow: true },
    ...(loaded?.list ?? []).map((state) => ({ ...state, isNow: false })),
  ];
  return (
    <ListDialog title={t('posts.history')} onClose={onClose}>
      {hasFailed ? (
        <Failed text={t('posts.history.failed')} onAgain={retry} />
      ) : (
        <ol className={styles.states} aria-busy={loaded === null}>
          {loaded !== null &&
            states.map(({ publish_description: text, timestamp, isNow }) => (
              <li key={`${timestamp} ${isNow}`}>
                <p className={styles.when}>
                  {isNow && <b>{t('posts.history.now')}</b>}
                  {timestamp && <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>}
                </p>
                <p className={styles.words}>
                  {text ? (
                    <PublicationTextParts text={text} mentions={mentions} />
                  ) : (
                    <span className="dim">{t('posts.history.empty')}</span>
                  )}
                </p>
              </li>
            ))}
        </ol>
      )}
    </ListDialog>
  );
}

const loadLikers = (id: number, page: number) => call(publicationsApi.likers, { params: { id }, query: { page } });

function LikersDialog({ publication, onClose }: { publication: Publication; onClose: () => void }) {
  const t = useText('posts', 'circle');
  const { publish_id: id } = publication;
  const { value: loaded, hasFailed, retry } = useLoaded(id, () => loadLikers(id, 1));
  const { rows, isLoading, append } = useRows(loaded);
  const [page, setPage] = useState(1);
  const more = (): Promise<void> =>
    append(async () => {
      const next = await loadLikers(id, page + 1);
      setPage(page + 1);
      return next;
    });

  return (
    <ListDialog title={t('posts.likers')} onClose={onClose}>
      {hasFailed ? (
        <Failed text={t('posts.likers.failed')} onAgain={retry} />
      ) : (
        <ul className={styles.people} aria-busy={loaded === null}>
          {rows.list.map(({ id, firstname, lastname, photo }) => (
            <li key={id}>
              <Link to={`/user/${id}`} className={styles.person} onClick={onClose}>
                <UserPic firstname={firstname} lastname={lastname} photo={photo} size={40} />
                <span className="clip1">{`${firstname} ${lastname}`.trim()}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {loaded !== null && loaded.list.length === 0 && <p className="dim">{t('posts.like.count', { count: 0 })}</p>}
      {loaded !== null && rows.list.length < rows.total && (
        <TextButton
          text={t('posts.person.more')}
          className={button('plain', 'wide')}
          disabled={isLoading}
          onClick={() => void more()}
        />
      )}
    </ListDialog>
  );
}

export function PublicationDialogs({ publication, dialog, onDeleted, onMuted, onClose }: PublicationDialogsProps) {
  const { publish_id, publish_user_id: id, firstname, lastname } = publication;
  switch (dialog) {
    case 'delete':
      return <DeleteDialog publication={publication} onDeleted={onDeleted} onClose={onClose} />;
    case 'mute':
      return <MuteDialog user={{ id, firstname, lastname }} onDone={onMuted} onClose={onClose} />;
    case 'report':
      return <ReportDialog about={{ publish_id }} onClose={onClose} />;
    case 'history':
      return <HistoryDialog publication={publication} onClose={onClose} />;
    case 'likers':
      return <LikersDialog publication={publication} onClose={onClose} />;
  }
}
