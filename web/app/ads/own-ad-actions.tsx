import type { Board } from '@app/contract/ads';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AD_ARCHIVE_DAYS, adsApi } from '#contract/ads';
import { ApiError } from '../platform/api-error.ts';
import { call } from '../platform/call.ts';
import { useText } from '../platform/i18n.tsx';
import { button } from '../ui/button.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ICON_STROKE } from '../ui/icon.ts';
import { toast } from '../ui/toast.ts';
import styles from './own-ad-actions.module.css';

/** What the owner may do with the ad. */
export function OwnAdActions({ ad }: { ad: Board }) {
  const t = useText();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function remove(): Promise<void> {
    setIsBusy(true);
    try {
      await call(adsApi.archive, { query: { board_id: ad.board_id } });
      dialog.current?.close();
      toast.success(t('ads.remove.done'));
      await navigate('/');
    } catch (error) {
      dialog.current?.close();
      toast.error((error instanceof ApiError && error.message) || t('frame.error.generic'));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      {ad.board_archived === 1 && <p className={styles.state}>{t('ads.own.archived')}</p>}
      {ad.board_archived === 0 && ad.board_enabled === 0 && <p className={styles.state}>{t('ads.own.disabled')}</p>}
      <div className={styles.actions}>
        <Link to={`/ad/${ad.board_id}/edit`} className={button('primary')}>
          <IconPencil size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('ads.own.edit')}
        </Link>
        <button type="button" className={button('plain')} onClick={() => dialog.current?.showModal()}>
          <IconTrash size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('ads.own.remove')}
        </button>
      </div>
      <ConfirmDialog
        ref={dialog}
        question={t('ads.remove.question')}
        verb={t('ads.own.remove')}
        isBusy={isBusy}
        onConfirm={() => void remove()}
      >
        {t('ads.remove.text', { days: AD_ARCHIVE_DAYS })}
      </ConfirmDialog>
    </>
  );
}
