import { IconFolder, IconFolderOff, IconFolderPlus } from 'virtual:icons';
import { useState } from 'react';
import { favoritesApi } from '#contract/market/favorites';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { FolderNameDialog, type Folders, NO_FOLDER } from './folder-bar.tsx';
import styles from './folders.module.css';

interface MoveDialogProps {
  boardIds: readonly number[];
  folders: Folders['folders'];
  onMoved: () => Promise<void>;
  onClose: () => void;
}

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

/** Asks where to move favorites: into a folder, a new one, or out of all. */
export function MoveDialog({ boardIds, folders, onMoved, onClose }: MoveDialogProps) {
  const t = useText('my-ads');
  const [isNaming, setNaming] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function move(folder: number, name: string): Promise<void> {
    const { board_ids } = await call(favoritesApi.move, { body: { board_ids: [...boardIds], folder } });
    const count = board_ids.length;
    toast.success(
      folder === NO_FOLDER ? t('my-ads.folders.movedOut', { count }) : t('my-ads.folders.moved', { count, name }),
    );
    onClose();
    await onMoved();
  }

  async function choose(folder: number, name: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await move(folder, name);
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('frame.error.network'));
    } finally {
      setBusy(false);
    }
  }

  if (isNaming) {
    return (
      <FolderNameDialog
        title={t('my-ads.folders.new')}
        verb={t('my-ads.folders.create')}
        save={async (name) => {
          const made = await call(favoritesApi.createFolder, { body: { name } });
          await move(made.id, made.name);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={t('my-ads.folders.move.title')} hasClose onClose={onClose}>
      <ul className={styles.choices} aria-busy={isBusy}>
        {folders.map(({ id, name, count }) => (
          <li key={id}>
            <button type="button" className={styles.choice} onClick={() => void choose(id, name)}>
              <IconFolder {...ICON} />
              <span className={styles.name}>{name}</span>
              <span className={styles.count}>{count}</span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={styles.choice} onClick={() => void choose(NO_FOLDER, '')}>
            <IconFolderOff {...ICON} />
            <span className={styles.name}>{t('my-ads.folders.none')}</span>
          </button>
        </li>
        <li>
          <button type="button" className={styles.choice} onClick={() => setNaming(true)}>
            <IconFolderPlus {...ICON} />
            <span className={styles.name}>{t('my-ads.folders.new')}</span>
          </button>
        </li>
      </ul>
    </Dialog>
  );
}
