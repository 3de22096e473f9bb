import { type Icon, IconBellOff, IconClock, IconPaperclip, IconPencil, IconSend2, IconTrash } from 'virtual:icons';
import type { ScheduledMessage } from '@app/contract/messaging/chat';
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { chatApi, MESSAGE_MAX } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatLongMoment } from '../../../platform/format/format-time.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { BareDialog, DialogClose, dialogActions } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { Card } from '../thread/bubble.tsx';
import { MessageText } from '../thread/message-text.tsx';
import styles from './composer-dialogs.module.css';
import { DateTimeFields, useSendTime } from './date-time-fields.tsx';

interface ScheduledDialogProps {
  userId: number;
  onChange: () => void;
  onClose: () => void;
}

const ICON = { size: 18, stroke: ICON_STROKE, 'aria-hidden': true } as const;
type Change = { content?: string; send_at?: string; now?: 1 };

export function ScheduledDialog({ userId, onChange, onClose }: ScheduledDialogProps) {
  const t = useText('composer');
  const id = useId();
  const [list, setList] = useState<readonly ScheduledMessage[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busyId, setBusyId] = useState(0);

  async function load(): Promise<void> {
    setFailure(null);
    try {
      setList((await call(chatApi.scheduled, { params: { id: userId } })).list);
    } catch (error) {
      setFailure(isApiError(error) ? error.body.message : '');
    }
  }
  const start = useEffectEvent(() => void load());
  useEffect(() => start(), []);

  async function act(message: ScheduledMessage, action: () => Promise<unknown>, done: string | null): Promise<boolean> {
    setBusyId(message.id);
    try {
      await action();
      if (done !== null) toast.success(done);
      await load();
      onChange();
      return true;
    } catch (error) {
      toast.error((isApiError(error) && error.body.message) || t('frame.error.network'));
      // The message may have been sent meanwhile.
      if (isApiError(error) && error.status === 404) await load();
      return false;
    } finally {
      setBusyId(0);
    }
  }

  const change = (message: ScheduledMessage, body: Change): Promise<boolean> =>
    act(
      message,
      () => call(chatApi.changeScheduled, { params: { id: message.id }, body }),
      body.now ? t('composer.waiting.sent') : null,
    );
  const remove = (message: ScheduledMessage): Promise<boolean> =>
    act(message, () => call(chatApi.cancelScheduled, { params: { id: message.id } }), t('composer.waiting.removed'));

  return (
    <BareDialog className={styles.sheet} aria-labelledby={`${id}-title`} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={`${id}-title`}>{t('composer.waiting')}</h2>
        <DialogClose />
      </header>
      <div className={styles.body} aria-busy={list === null && failure === null}>
        {failure !== null ? (
          <RetryNotice
            heading="h3"
            title={failure || t('composer.waiting.failedLoad')}
            text=""
            onRetry={() => void load()}
          />
        ) : list?.length === 0 ? (
          <Notice heading="h3" icon={<IconClock size={40} stroke={1.5} />} title={t('composer.waiting.none')} />
        ) : (
          <ul className={styles.waiting}>
            {list?.map((message) => (
              <li key={message.id}>
                <ScheduledMessageRow
                  message={message}
                  isBusy={busyId === message.id}
                  onChange={(body) => change(message, body)}
                  onRemove={() => void remove(message)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </BareDialog>
  );
}

interface ScheduledMessageRowProps {
  message: ScheduledMessage;
  isBusy: boolean;
  onChange: (body: Change) => Promise<boolean>;
  onRemove: () => void;
}

function ScheduledMessageRow({ message, isBusy, onChange, onRemove }: ScheduledMessageRowProps) {
  const t = useText('composer');
  const lang = useLanguage();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <ScheduledMessageForm message={message} onChange={onChange} onDone={() => setEditing(false)} />;
  const tool = (ToolIcon: Icon, name: 'edit' | 'now' | 'remove', onPress: () => void, className = '') => (
    <button type="button" className={`${button('quiet', 'small')} ${className}`} disabled={isBusy} onClick={onPress}>
      <ToolIcon {...ICON} />
      {t(`composer.waiting.${name}`)}
    </button>
  );
  return (
    <article aria-busy={isBusy}>
      <p className={styles.when}>
        <IconClock {...ICON} />
        <time dateTime={message.send_at}>{formatLongMoment(lang, message.send_at)}</time>
        {message.silent === 1 && (
          <span role="img" aria-label={t('composer.waiting.silent')} title={t('composer.waiting.silent')}>
            <IconBellOff {...ICON} />
          </span>
        )}
      </p>
      {message.card && <Card card={message.card} />}
      {message.content && (
        <div className={styles.words}>
          <MessageText text={message.content} isTrusted />
        </div>
      )}
      {message.attachments.length > 0 && (
        <p className={styles.when}>
          <IconPaperclip {...ICON} />
          {t('composer.waiting.files', { count: message.attachments.length })}
        </p>
      )}
      {message.failure && <p className="wrong">{t('composer.waiting.failed', { reason: message.failure_text })}</p>}
      <div className={styles.tools}>
        {tool(IconPencil, 'edit', () => setEditing(true))}
        {tool(IconSend2, 'now', () => void onChange({ now: 1 }))}
        {tool(IconTrash, 'remove', onRemove, styles.delete)}
      </div>
    </article>
  );
}

function ScheduledMessageForm({
  message,
  onChange,
  onDone,
}: Pick<ScheduledMessageRowProps, 'message' | 'onChange'> & { onDone: () => void }) {
  const t = useText('composer');
  const [content, setContent] = useState(message.content);
  const time = useSendTime(new Date(message.send_at));
  const [isSending, setSending] = useState(false);
  const isEmpty = content.trim() === '' && message.attachments.length === 0 && message.card === null;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const at = time.entered();
    if (at === null || isEmpty || !time.isPossible(at)) return;
    setSending(true);
    const isDone = await onChange({
      ...(content.trim() !== message.content && { content: content.trim() }),
      send_at: at.toISOString(),
    });
    setSending(false);
    if (isDone) onDone();
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <textarea
        className={styles.input}
        rows={3}
        aria-label={t('composer.waiting.text')}
        maxLength={MESSAGE_MAX}
        value={content}
        onChange={({ currentTarget }) => setContent(currentTarget.value)}
      />
      <DateTimeFields {...time} />
      <div className={`${dialogActions} ${styles.foot}`}>
        <button type="button" className={button('plain', 'small')} onClick={onDone}>
          {t('frame.cancel')}
        </button>
        <button type="submit" className={button('primary', 'small')} disabled={isSending || isEmpty}>
          {t('composer.waiting.save')}
        </button>
      </div>
    </form>
  );
}
