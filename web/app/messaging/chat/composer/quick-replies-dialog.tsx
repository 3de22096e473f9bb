import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { QUICK_REPLIES_MAX, QUICK_REPLY_MAX } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { button, iconButton } from '../../../ui/button.ts';
import frame from '../../../ui/dialog/dialog.module.css';
import { BareDialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from './composer-dialogs.module.css';
import { saveQuickReplies } from './use-quick-replies.ts';

interface QuickRepliesDialogProps {
  initial: readonly string[];
  onClose: () => void;
}

export function QuickRepliesDialog({ initial, onClose }: QuickRepliesDialogProps) {
  const t = useText('composer');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [rows, setRows] = useState(() => initial.map((words) => ({ key: randomKey(), words })));
  const [isSending, setSending] = useState(false);
  const isFull = rows.length >= QUICK_REPLIES_MAX;
  useEffect(() => dialog.current?.showModal(), []);

  const count = useRef(rows.length);
  useEffect(() => {
    if (rows.length > count.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    count.current = rows.length;
  }, [rows.length]);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const words = [...new Set(rows.map((row) => row.words.trim()).filter((one) => one !== ''))];
    setSending(true);
    try {
      await saveQuickReplies(words);
      toast.success(t('composer.quick.saved'));
      dialog.current?.close();
    } catch (error) {
      setSending(false);
      toast.error((isApiError(error) && error.body.message) || t('frame.error.network'));
    }
  }

  return (
    <BareDialog ref={dialog} className={frame.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <h2 id={`${id}-title`} className={styles.title}>
          {t('composer.quick')}
        </h2>
        <p className={styles.text}>{t('composer.quick.explain')}</p>
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
              <button
                type="button"
                className={iconButton}
                aria-label={t('composer.quick.remove', { number: at + 1 })}
                onClick={() => setRows(rows.filter((one) => one !== row))}
              >
                <IconTrash size={20} stroke={ICON_STROKE} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
        {isFull ? (
          <p className={styles.text}>{t('composer.quick.full', { max: QUICK_REPLIES_MAX })}</p>
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
        <div className={styles.actions}>
          <button type="button" className={button('plain')} onClick={() => dialog.current?.close()}>
            {t('frame.cancel')}
          </button>
          <button type="submit" className={button('primary')} disabled={isSending}>
            {t('composer.waiting.save')}
          </button>
        </div>
      </form>
    </BareDialog>
  );
}
