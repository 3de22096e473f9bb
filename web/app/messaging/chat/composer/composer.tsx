import type { Chat, ChatCard, Message } from '@app/contract/messaging/chat';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { MESSAGE_FILES_MAX, MESSAGE_MAX } from '#contract/messaging/chat';
import { useText } from '../../../platform/i18n.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useVoice } from '../../voice-notes/use-voice.ts';
import { VoiceButton } from '../../voice-notes/voice-button.tsx';
import { voiceFileName } from '../../voice-notes/voice-recorder.ts';
import { VoiceStrip } from '../../voice-notes/voice-strip.tsx';
import { editMessage } from '../engine/actions.ts';
import type { NewMessage } from '../engine/chat-types.ts';
import { pinDraft } from '../engine/drafts.ts';
import { send } from '../engine/send.ts';
import { useChatHeader } from '../engine/use-chat-header.ts';
import { useDraft } from '../engine/use-draft.ts';
import { sendTyping } from '../engine/use-typing.ts';
import { AttachButton } from './attach-button.tsx';
import styles from './composer.module.css';
import { AboutBar, EditBar, ReplyBar } from './composer-bars.tsx';
import { ComposerChips } from './composer-chips.tsx';
import { DropLayer } from './drop-layer.tsx';
import { FileTray } from './file-tray.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ScheduledDialog } from './scheduled-dialog.tsx';
import { SendButton } from './send-button.tsx';
import { splitText } from './split-text.ts';
import { usePickedFiles } from './use-picked-files.ts';

export interface ComposerProps {
  viewerId: number;
  userId: number;
  /** Null while the chat is not loaded; messages sent meanwhile wait in the outbox. */
  chat: Chat | null;
  reply: Message | null;
  onReplyDone: () => void;
  edit: Message | null;
  onEditDone: () => void;
  onEditLast?: () => void;
  /** The ad that the writer came from; it is attached to the first message. */
  boardId: number | null;
  about: ChatCard | null;
  isNewContact: boolean;
  onSent: () => void;
}

/** Characters from which the remaining number is shown. */
const COUNT_FROM = MESSAGE_MAX - 200;
const VOICE_MIN_MS = 500;

/** On touch devices Enter inserts a line break, and the keyboard is not opened automatically. */
const isTouch = (): boolean => window.matchMedia('(hover: none) and (pointer: coarse)').matches;

export function Composer(props: ComposerProps) {
  // The key resets files, recording and editing when the chat changes.
  return <ChatComposer key={props.userId} {...props} />;
}

function useFieldText(userId: number, edit: Message | null) {
  const draft = useDraft(userId);
  const [change, setChange] = useState<{ of: number; text: string } | null>(null);
  if (edit === null) return { text: draft.text, setText: draft.setText };
  return {
    text: change?.of === edit.id ? change.text : edit.content,
    setText: (text: string): void => setChange({ of: edit.id, text }),
  };
}

function ChatComposer(props: ComposerProps) {
  const { viewerId, userId, chat, reply, edit, boardId, about, isNewContact, onReplyDone, onEditDone, onSent } = props;
  const t = useText('composer');
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, setText } = useFieldText(userId, edit);
  const picked = usePickedFiles();
  const { header: head, reload } = useChatHeader(userId, boardId ?? undefined);
  const [isAdDone, setAdDone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [dialog, setDialog] = useState<'later' | 'waiting' | null>(null);
  const voice = useVoice({
    onTick: () => sendTyping(viewerId, userId, 'voice'),
    onProblem: (message) => toast.error(message),
  });

  const isClosed = chat !== null && (chat.blocked === 1 || chat.may_write === 0);
  const isEmpty = text.trim() === '' && picked.files.length === 0;
  const isLong = text.trim().length > MESSAGE_MAX;
  const parts = isLong && edit === null ? splitText(text, MESSAGE_MAX) : [text.trim()];
  const ad = isAdDone ? null : about;
  const hasCard = ad !== null && edit === null && !isClosed;
  const isVoice = voice.phase !== 'idle';

  useEffect(() => {
    if (!isNewContact && !isTouch()) field.current?.focus({ preventScroll: true });
  }, [isNewContact]);

  useEffect(() => {
    // The field may have received the focus before hydration.
    if (document.hasFocus() && document.activeElement === field.current) pinDraft(userId, true);
    return () => pinDraft(userId, false);
  }, [userId]);

  const aim = edit ?? reply;
  const aimId = aim?.id ?? null;
  useEffect(() => {
    if (aimId === null) return;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [aimId]);

  // Sets the height in browsers without `field-sizing`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another height
  useEffect(() => {
    const element = field.current;
    if (!element || CSS.supports?.('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [text, isVoice]);

  async function queue(message: NewMessage): Promise<void> {
    try {
      await send(userId, message);
    } catch {
      toast.error(t('composer.send.failed'));
      throw new Error('Not queued');
    }
  }

  const alongside = (): Pick<NewMessage, 'replyTo' | 'boardId'> => ({
    ...(reply && { replyTo: reply }),
    ...(boardId !== null && !isAdDone && { boardId }),
  });

  function done(): void {
    setAdDone(true);
    if (reply) onReplyDone();
    onSent();
  }

  function saveEdit(message: Message): void {
    const content = text.trim();
    if ((content === '' && message.attachments.length === 0) || content.length > MESSAGE_MAX) return;
    if (content !== message.content) void editMessage(message, content);
    onEditDone();
  }

  async function submit({ silent = false }: { silent?: boolean } = {}): Promise<void> {
    if (isClosed || isBusy) return;
    if (edit) return saveEdit(edit);
    if (isEmpty) return;
    setBusy(true);
    try {
      const files = await picked.prepare();
      // Of a text that is split, the first message carries the reply and the last one carries the files.
      for (const [at, content] of parts.entries()) {
        const isLast = at === parts.length - 1;
        if (content === '' && !(isLast && files.length > 0)) continue;
        await queue({
          content,
          files: isLast ? files : [],
          ...(at === 0 && alongside()),
          ...(silent && { silent }),
        });
      }
      setText('');
      picked.clear();
      done();
    } catch {
      // The error was shown already; the text stays in the field.
    }
    setBusy(false);
    field.current?.focus({ preventScroll: true });
  }

  async function sendVoice(): Promise<void> {
    const recording = await voice.finish();
    if (!recording) return;
    if (recording.durationMs < VOICE_MIN_MS) return void toast.info(t('composer.voice.hint'));
    const { blob, durationMs, waveform } = recording;
    try {
      await queue({
        content: '',
        files: [{ file: blob, name: voiceFileName(blob.type), voice: { durationMs, waveform } }],
        ...alongside(),
      });
      done();
    } catch {
      // The error was shown already.
    }
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && (!isTouch() || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!isLong || edit) void submit();
    } else if (event.key === 'Escape' && (edit || reply)) {
      event.preventDefault();
      event.stopPropagation();
      if (edit) onEditDone();
      else onReplyDone();
    } else if (event.key === 'ArrowUp' && text === '' && !edit && props.onEditLast) {
      event.preventDefault();
      props.onEditLast();
    }
  }

  function handlePaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    // Office programs add a picture to copied text; when HTML is present, the text is pasted.
    if (files.length === 0 || edit || event.clipboardData.types.includes('text/html')) return;
    event.preventDefault();
    addFiles(files);
  }

  function addFiles(files: readonly File[]): void {
    if (isClosed || files.length === 0) return;
    picked.add(files);
    sendTyping(viewerId, userId, 'file');
    field.current?.focus({ preventScroll: true });
  }

  function changeText(next: string): void {
    setText(next);
    if (!edit && next !== '') sendTyping(viewerId, userId, 'text');
  }

  function insertQuickReply(replyText: string): void {
    changeText(replyText);
    field.current?.focus();
  }

  const mayAttach = !isClosed && !edit && !isVoice;
  return (
    <section ref={root} className={styles.composer} aria-label={t('composer.field')}>
      {mayAttach && <DropLayer onFiles={addFiles} over={root} />}
      {edit ? (
        <EditBar message={edit} onRemove={onEditDone} />
      ) : (
        reply && <ReplyBar message={reply} onRemove={onReplyDone} />
      )}
      {hasCard && <AboutBar card={ad} onRemove={() => setAdDone(true)} />}
      {!isClosed && !edit && !isVoice && (
        <ComposerChips
          ad={head?.about ?? about}
          hasReplies={isEmpty}
          scheduled={head?.scheduled ?? 0}
          onReply={insertQuickReply}
          onScheduled={() => setDialog('waiting')}
        />
      )}
      {picked.files.length > 0 && !edit && <FileTray picked={picked} isBusy={isBusy} max={MESSAGE_FILES_MAX} />}
      <div className={styles.row}>
        {isVoice ? (
          <VoiceStrip voice={voice} />
        ) : (
          <>
            {!edit && <AttachButton isDisabled={isClosed || isBusy} onFiles={addFiles} />}
            <div className={styles.box}>
              <textarea
                ref={field}
                rows={1}
                className={styles.field}
                aria-label={t('composer.field')}
                aria-describedby={`${id}-room`}
                placeholder={t(isClosed ? 'composer.field.closed' : 'composer.field')}
                enterKeyHint={edit ? 'done' : undefined}
                disabled={isClosed}
                readOnly={isBusy}
                value={text}
                onChange={({ currentTarget }) => changeText(currentTarget.value)}
                onFocus={() => pinDraft(userId, true)}
                onBlur={() => pinDraft(userId, false)}
                onKeyDown={handleKey}
                onPaste={handlePaste}
              />
            </div>
          </>
        )}
        {(isEmpty && !edit) || isVoice ? (
          <VoiceButton voice={voice} isDisabled={isClosed} onSend={() => void sendVoice()} />
        ) : (
          <SendButton
            mode={edit ? 'save' : 'send'}
            isDisabled={isClosed || isBusy || (edit !== null && (isLong || (isEmpty && edit.attachments.length === 0)))}
            parts={parts.length}
            onSend={(silent) => void submit({ silent })}
            onLater={isLong ? undefined : () => setDialog('later')}
          />
        )}
      </div>
      <p id={`${id}-room`} role={isLong ? 'alert' : undefined} className={styles.room} data-over={isLong || undefined}>
        {text.length > COUNT_FROM &&
          [
            isLong && t('composer.length.over', { max: MESSAGE_MAX }),
            t('composer.length', { length: text.trim().length, max: MESSAGE_MAX }),
          ]
            .filter(Boolean)
            .join(' · ')}
      </p>
      {dialog === 'later' && (
        <ScheduleDialog
          userId={userId}
          content={text.trim()}
          prepare={picked.prepare}
          along={{ replyTo: reply?.id, boardId: isAdDone ? undefined : (boardId ?? undefined) }}
          onDone={() => {
            setText('');
            picked.clear();
            done();
            reload();
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'waiting' && <ScheduledDialog userId={userId} onChange={reload} onClose={() => setDialog(null)} />}
    </section>
  );
}
