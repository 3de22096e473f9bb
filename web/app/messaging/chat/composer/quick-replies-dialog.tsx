import { IconPlus, IconTrash } from 'virtual:icons';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { QUICK_REPLIES_MAX, QUICK_REPLY_MAX } from '#contract/messaging/chat';
import { useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { button } from '../../../ui/button.ts';
import { IconButton } from '../../../ui/buttons.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './composer-dialogs.module.css';
import { type RepliesList, saveQuickReplies } from './use-quick-replies.ts';

interface QuickRepliesDialogProps {
  list: RepliesList;
  initial: readonly string[];
  onClose: () => void;
}

export function QuickRepliesDialog({ list: name, initial, onClose }: QuickRepliesDialogProps) {
  const t = useText('composer');
  const list = useRef<HTMLUListElement>(null);
  const [rows, setRows] = useState(() => initial.map((words) => ({ key: randomKey(), words })));
  const { isSending, submit } = useSubmit({ fallback: t('frame.error.network') });
  const isFull = rows.length >= QUICK_REPLIES_MAX;

  const count = useRef(rows.length);
  useEffect(() => {
    if (rows.length > count.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    count.current = rows.length;
  }, [rows.length]);

  function save(event: FormEvent): void {
    event.preventDefault();
    const words = [...new Set(rows.map((row) => row.words.trim()).filter((one) => one !== ''))];
    void submit(async () => {
      await saveQuickReplies(name, words);
      toast.success(t('composer.quick.saved'));
      onClose();
    });
  }

  return (
    <Dialog title={t('composer.quick')} onClose={onClose}>
      <form onSubmit={save}>
        <p className="small">{t('composer.quick.explain')}</p>
        <ul ref={list} className={styles.rows}>
          {rows.map((row, at) => (
            <li key={row.key} className={styles.reply}>
              <input
                className={styles.input}
                aria-label={t('composer.quick.item', { number: at + 1 })}
                maxLength={QUICK_REPLY_MAX}
                value={row.words}
                onChange={({ currentTarget: { value } }) =>
                  setRows(rows.map((one) => (one === row ? { ...one, words: value } : one)))
                }
              />
              <IconButton
                size={20}
                icon={IconTrash}
                label={t('composer.quick.remove', { number: at + 1 })}
                onClick={() => setRows(rows.filter((one) => one !== row))}
              />
            </li>
          ))}
        </ul>
        {isFull ? (
          <p className="small">{t('composer.quick.full', { max: QUICK_REPLIES_MAX })}</p>
        ) : (
          <button
            type="button"
            className={button('quiet', 'small')}
            onClick={() => setRows([...rows, { key: randomKey(), words: '' }])}
          >
            <IconPlus size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('composer.quick.add')}
          </button>
        )}
        <div className={styles.foot}>
          <DialogActions>
            <button type="submit" className={button('primary')} disabled={isSending}>
              {t('composer.waiting.save')}
            </button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  );
}
