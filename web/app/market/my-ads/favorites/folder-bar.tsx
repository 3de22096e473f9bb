import { IconFolderPlus, IconPencil, IconTrash } from 'virtual:icons';
import type { FavoriteFolder } from '@app/contract/market/favorites';
import { useRef, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { FAVORITE_FOLDER_NAME_MAX, favoritesApi } from '#contract/market/favorites';
import { call } from '../../../platform/call.ts';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { NameDialog } from '../../../ui/dialog/name-dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './folders.module.css';

export interface Folders {
  folders: readonly FavoriteFolder[];
  /** All favorites, those in no folder as well. */
  total: number;
}

/** The folder 0 is what is in none. */
export const NO_FOLDER = 0;

interface FolderBarProps extends Folders {
  /** Null: everything. */
  current: number | null;
  hrefOf: (folder: number | null) => string;
}

/** The folders, and the way to another one; nothing where there are none. */
export function FolderBar({ folders, total, current, hrefOf }: FolderBarProps) {
  const t = useText('my-ads');
  const lang = useLanguage();
  if (folders.length === 0) return null;
  const inFolders = folders.reduce((sum, { count }) => sum + count, 0);
  const chip = (id: number | null, name: string, count: number) => (
    <Link
      key={String(id)}
      to={hrefOf(id)}
      className={styles.chip}
      aria-current={id === current ? 'page' : undefined}
      preventScrollReset
    >
      <span className="clip1">{name}</span>
      <span className={styles.count}>{formatNumber(lang, count)}</span>
    </Link>
  );
  return (
    <div className={styles.bar}>
      <nav className={styles.chips} aria-label={t('my-ads.folders')}>
        {chip(null, t('my-ads.folders.all'), total)}
        {folders.map(({ id, name, count }) => chip(id, name, count))}
        {chip(NO_FOLDER, t('my-ads.folders.none'), total - inFolders)}
        <NewFolderButton />
      </nav>
    </div>
  );
}

export function NewFolderButton() {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <TextButton
        icon={IconFolderPlus}
        size={18}
        text={t('my-ads.folders.new')}
        className={button('quiet', 'small')}
        onClick={() => setNaming(true)}
      />
      {isNaming && (
        <FolderNameDialog
          title={t('my-ads.folders.new')}
          verb={t('my-ads.folders.create')}
          save={async (name) => {
            await call(favoritesApi.createFolder, { body: { name } });
            toast.success(t('my-ads.folders.created', { name }));
            await revalidate();
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

interface FolderNameDialogProps {
  title: string;
  verb: string;
  initial?: string;
  save: (name: string) => Promise<void>;
  onClose: () => void;
}

export function FolderNameDialog({ initial = '', ...rest }: FolderNameDialogProps) {
  const t = useText('my-ads');
  return (
    <NameDialog
      {...rest}
      initial={initial}
      label={t('my-ads.folders.name')}
      hint={t('my-ads.folders.hint')}
      required={t('my-ads.folders.required')}
      maxLength={FAVORITE_FOLDER_NAME_MAX}
    />
  );
}

/** What can be done with the folder on show. */
export function FolderActions({ folder, allHref }: { folder: FavoriteFolder; allHref: string }) {
  const t = useText('my-ads');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isNaming, setNaming] = useState(false);
  const question = useRef<HTMLDialogElement>(null);
  const { isSending, submit } = useSubmit();
  const params = { id: folder.id };

  async function remove(): Promise<void> {
    await call(favoritesApi.removeFolder, { params });
    question.current?.close();
    toast.success(t('my-ads.folders.deleted', { name: folder.name }));
    await navigate(allHref);
  }

  return (
    <>
      <TextButton
        icon={IconPencil}
        size={18}
        text={t('my-ads.folders.rename')}
        className={button('quiet', 'small')}
        onClick={() => setNaming(true)}
      />
      <TextButton
        icon={IconTrash}
        size={18}
        text={t('my-ads.folders.delete')}
        className={`${button('quiet', 'small')} ${styles.delete}`}
        onClick={() => question.current?.showModal()}
      />
      {isNaming && (
        <FolderNameDialog
          title={t('my-ads.folders.rename')}
          verb={t('my-ads.folders.save')}
          initial={folder.name}
          save={async (name) => {
            await call(favoritesApi.renameFolder, { params, body: { name } });
            await revalidate();
          }}
          onClose={() => setNaming(false)}
        />
      )}
      <ConfirmDialog
        ref={question}
        question={t('my-ads.folders.delete.question', { name: folder.name })}
        verb={t('my-ads.folders.delete.verb')}
        isBusy={isSending}
        onConfirm={() => void submit(remove)}
      >
        {t('my-ads.folders.delete.text')}
      </ConfirmDialog>
    </>
  );
}
