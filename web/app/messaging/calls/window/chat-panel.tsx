import { IconDownload, IconFile, IconPaperclip, IconSend2, IconX } from 'virtual:icons';
import type { ConferenceMessage } from '@app/contract/messaging/calls';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MESSAGE_FILES_MAX, MESSAGE_MAX } from '#contract/messaging/chat';
import { formatTime } from '../../../platform/format/format.ts';
import { formatBytes } from '../../../platform/format/format-bytes.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { useMachineState } from '../../../platform/state-machine.ts';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { useLogScroll } from '../../../ui/list/use-log-scroll.ts';
import { RichText } from '../../../ui/text/rich-text.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { useCalls } from '../use-calls.ts';
import type { UnsentMessage } from './call-chat.ts';
import styles from './chat-panel.module.css';

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

function SentFile({ file }: { file: ChatFile }) {
  const lang = useLanguage();
  if (file.kind === 'image')
    return (
      <a href={file.url} target="_blank" rel="noreferrer">
        <img className={styles.photo} src={file.preview ?? file.url} alt={file.name} loading="lazy" />
      </a>
    );
  return (
    <a className={styles.file} href={file.url} download={file.name}>
      <IconDownload {...ICON} />
      <span className="clip1">{file.name}</span>
      <small className="num">{formatBytes(lang, file.bytes)}</small>
    </a>
  );
}

function MessageRow({ message }: { message: ConferenceMessage }) {
  return (
    <li>
      <UserPic firstname={message.firstname} lastname={message.lastname} photo={message.photo} size={28} />
      <div>
        <b>{message.firstname}</b>{' '}
        <time className="num" dateTime={message.timestamp}>
          {formatTime(message.timestamp)}
        </time>
        {message.message && (
          <p className={styles.text}>
            <RichText text={message.message} isTrusted={message.mine === 1} />
          </p>
        )}
        {message.attachments.map((file) => (
          <SentFile key={file.id} file={file} />
        ))}
      </div>
    </li>
  );
}

function UnsentMessageRow({
  unsent,
  me,
}: {
  unsent: UnsentMessage;
  me: { firstname: string; lastname: string; photo: string | null };
}) {
  const t = useText('calls');
  const lang = useLanguage();
  const { chat } = useCalls();
  return (
    <li>
      <UserPic {...me} size={28} />
      <div>
        <b>{me.firstname}</b>
        {unsent.message && <p className={styles.text}>{unsent.message}</p>}
        {unsent.files.map(({ name, bytes, share }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message keep their order
          <div key={index} className={styles.file}>
            <IconFile {...ICON} />
            <span className="clip1">{name}</span>
            {share < 1 && unsent.failure === null ? (
              <progress
                max={1}
                value={share}
                aria-label={`${name}: ${t('calls.chat.progress', { percent: Math.round(share * 100) })}`}
              />
            ) : (
              <small className="num">{formatBytes(lang, bytes)}</small>
            )}
          </div>
        ))}
        {unsent.failure !== null && (
          <p className={styles.failed} role="alert">
            <span>{unsent.failure || t('calls.chat.failed')}</span>
            <TextButton text={t('calls.chat.retry')} onClick={() => chat.retry(unsent.key)} />
            <TextButton text={t('calls.chat.drop')} onClick={() => chat.discard(unsent.key)} />
          </p>
        )}
      </div>
    </li>
  );
}

function Composer() {
  const t = useText('calls');
  const lang = useLanguage();
  const { chat } = useCalls();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const input = useRef<HTMLInputElement>(null);

  function send(event?: FormEvent): void {
    event?.preventDefault();
    const message = text.trim();
    if (message === '' && files.length === 0) return;
    chat.send(message, files);
    setText('');
    setFiles([]);
  }

  function pick(list: FileList | null): void {
    const picked = [...files, ...(list ?? [])];
    if (picked.length > MESSAGE_FILES_MAX) toast.error(t('calls.chat.tooMany', { max: MESSAGE_FILES_MAX }));
    setFiles(picked.slice(0, MESSAGE_FILES_MAX));
  }

  return (
    <>
      {files.length > 0 && (
        <div className={styles.chips}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <div key={index} className={styles.file}>
              <span className="clip1">{file.name}</span>
              <small className="num">{formatBytes(lang, file.size)}</small>
              <IconButton
                icon={IconX}
                label={t('calls.chat.cancel', { name: file.name })}
                size={17}
                className={styles.icon}
                onClick={() => setFiles(files.filter((_, at) => at !== index))}
              />
            </div>
          ))}
        </div>
      )}
      <form className={styles.form} onSubmit={send}>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            pick(currentTarget.files);
            currentTarget.value = '';
          }}
        />
        <IconButton
          icon={IconPaperclip}
          label={t('calls.chat.attach')}
          size={20}
          hasTooltip
          className={styles.icon}
          onClick={() => input.current?.click()}
        />
        <textarea
          rows={1}
          aria-label={t('calls.chat.field')}
          placeholder={t('calls.chat.placeholder')}
          maxLength={MESSAGE_MAX}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <button type="submit" className={styles.send} aria-label={t('calls.chat.send')} title={t('calls.chat.send')}>
          <IconSend2 {...ICON} />
        </button>
      </form>
    </>
  );
}

export function ChatPanel({ isOver, onClose }: { isOver: boolean; onClose: (() => void) | null }) {
  const t = useText('calls');
  const { chat, calls, viewerId } = useCalls();
  const { messages, unsent, hasMore, isLoading, failure, room } = useMachineState(chat);
  const me = calls.state().running?.call?.people.find(({ user_id }) => user_id === viewerId);

  useEffect(() => {
    if (room !== '') void chat.loadOlder();
  }, [chat, room]);

  const { place } = useLogScroll(`${messages[0]?.id} ${messages.at(-1)?.id} ${unsent.length}`, () => {
    if (hasMore && failure === null) void chat.loadOlder();
  });

  return (
    <aside className={styles.chat} data-over={isOver || undefined} aria-label={t('calls.chat')}>
      <div className={styles.head}>
        <h3>{t('calls.chat.title')}</h3>
        {onClose !== null && (
          <IconButton icon={IconX} label={t('calls.chat.close')} size={20} className={styles.icon} onClick={onClose} />
        )}
      </div>
      <div
        {...place}
        className={styles.log}
        role="log"
        aria-label={t('calls.chat')}
        aria-busy={isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too
        tabIndex={0}
      >
        {failure !== null && (
          <p className={styles.note} role="alert">
            {failure || t('calls.chat.loadFailed')}{' '}
            <TextButton text={t('calls.chat.retry')} onClick={() => void chat.loadOlder()} />
          </p>
        )}
        {messages.length + unsent.length === 0 && !isLoading && failure === null ? (
          <p className={styles.empty}>{t('calls.chat.empty')}</p>
        ) : (
          <ol>
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
            {unsent.map((one) => (
              <UnsentMessageRow
                key={one.key}
                unsent={one}
                me={{ firstname: me?.firstname ?? '', lastname: me?.lastname ?? '', photo: me?.photo ?? null }}
              />
            ))}
          </ol>
        )}
      </div>
      <Composer />
    </aside>
  );
}
