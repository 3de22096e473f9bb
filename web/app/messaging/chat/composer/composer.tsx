import { type ClipboardEvent, type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import { MESSAGE_FILES_MAX, MESSAGE_MAX } from '#contract/messaging/chat';
import { useText } from '../../../platform/i18n.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useVoice } from '../../voice-notes/use-voice.ts';
import { VoiceButton } from '../../voice-notes/voice-button.tsx';
import { VoiceStrip } from '../../voice-notes/voice-strip.tsx';
import { pinDraft } from '../engine/drafts.ts';
import { sendTyping } from '../engine/use-typing.ts';
import { AttachButton } from './attach-button.tsx';
import styles from './composer.module.css';
import { AboutBar, EditBar, LinkBar, ReplyBar } from './composer-bars.tsx';
import { ComposerChips } from './composer-chips.tsx';
import type { ComposerProps } from './composer-props.ts';
import { DropLayer } from './drop-layer.tsx';
import { EmojiButton } from './emoji/emoji-button.tsx';
import { FileTray } from './file-tray.tsx';
import { markOf, wrapSelection } from './mark-selection.ts';
import { SendButton } from './send-button.tsx';
import { TemplatesButton } from './templates-button.tsx';
import { isTouch, useComposerField } from './use-composer-field.ts';
import { useMessageSend } from './use-message-send.ts';
import { usePickedFiles } from './use-picked-files.ts';

const ScheduleDialog = lazyPart(async () => (await import('../opened-parts.ts')).openedParts.ScheduleDialog);
const ScheduledDialog = lazyPart(async () => (await import('../opened-parts.ts')).openedParts.ScheduledDialog);

/** Characters from which the remaining number is shown. */
const COUNT_FROM = MESSAGE_MAX - 200;

function LengthNote({ id, text, isLong }: { id: string; text: string; isLong: boolean }) {
  const t = useText('composer');
  const length = t('composer.length', { length: text.trim().length, max: MESSAGE_MAX });
  return (
    <p id={id} role={isLong ? 'alert' : undefined} className={styles.room} data-over={isLong || undefined}>
      {text.length > COUNT_FROM && (isLong ? `${t('composer.length.over', { max: MESSAGE_MAX })} · ${length}` : length)}
    </p>
  );
}

export function Composer(props: ComposerProps) {
  // The key resets files, recording and editing when the chat changes.
  return <ChatComposer key={props.userId} {...props} />;
}

function ChatComposer(props: ComposerProps) {
  const { viewerId, userId, chat, header, reply, edit, about, talk, onReplyDone, onEditDone, onEditLast } = props;
  const t = useText('composer');
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const picked = usePickedFiles();
  const [dialog, setDialog] = useState<'later' | 'waiting' | null>(null);
  const voice = useVoice({
    onTick: () => sendTyping(viewerId, userId, 'voice'),
    onProblem: (message) => toast.error(message),
  });
  const isClosed = chat !== null && (chat.blocked === 1 || chat.may_write === 0);
  const isVoice = voice.phase !== 'idle';
  const { field, text, setText, focus } = useComposerField(props, isVoice);
  const sending = useMessageSend(props, { text, setText, picked, voice, isClosed });
  const { isBusy, isEmpty, isLong, ad } = sending;

  async function submit(silent = false): Promise<void> {
    await sending.submit({ silent });
    if (!edit) focus();
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    const mark = markOf(event);
    if (mark !== undefined) {
      event.preventDefault();
      wrapSelection(event.currentTarget, mark);
      changeText(event.currentTarget.value);
    } else if (event.key === 'Enter' && !event.shiftKey && (!isTouch() || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!isLong || edit) void submit();
    } else if (event.key === 'Escape' && (edit || reply)) {
      event.preventDefault();
      event.stopPropagation();
      if (edit) onEditDone();
      else onReplyDone();
    } else if (event.key === 'ArrowUp' && text === '' && !edit && onEditLast) {
      event.preventDefault();
      onEditLast();
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
    focus();
  }

  function changeText(next: string): void {
    setText(next);
    if (!edit && next !== '') sendTyping(viewerId, userId, 'text');
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
      {ad && <AboutBar card={ad} onRemove={sending.removeAd} />}
      {/* In a message to a stranger a link stays a link. */}
      {mayAttach && sending.card.link && header?.strangers_left === null && (
        <LinkBar address={sending.card.link.words} onRemove={sending.card.leaveOut} />
      )}
      {mayAttach && (
        <ComposerChips
          ad={isEmpty ? (header?.about ?? about) : null}
          talk={talk}
          scheduled={header?.scheduled ?? 0}
          onReply={(replyText) => {
            changeText(replyText);
            field.current?.focus();
          }}
          onDeal={sending.sendText}
          onDealDone={props.onHeaderChange}
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
                data-enter-sends
                disabled={isClosed}
                value={text}
                onChange={({ currentTarget }) => changeText(currentTarget.value)}
                onFocus={() => pinDraft(userId, true)}
                onBlur={() => pinDraft(userId, false)}
                onKeyDown={handleKey}
                onPaste={handlePaste}
              />
              {!edit && (header?.about ?? about)?.mine === 1 && (
                <TemplatesButton field={field} isDisabled={isClosed || isBusy} onText={changeText} />
              )}
              <EmojiButton field={field} isDisabled={isClosed || isBusy} onText={changeText} />
            </div>
          </>
        )}
        {(isEmpty && !edit) || isVoice ? (
          <VoiceButton voice={voice} isDisabled={isClosed} onSend={() => void sending.sendVoice()} />
        ) : (
          <SendButton
            mode={edit ? 'save' : 'send'}
            isDisabled={isClosed || isBusy || (edit !== null && (isLong || (isEmpty && edit.attachments.length === 0)))}
            parts={sending.parts.length}
            onSend={(silent) => void submit(silent)}
            onLater={isLong ? undefined : () => setDialog('later')}
          />
        )}
      </div>
      <LengthNote id={`${id}-room`} text={text} isLong={isLong} />
      <Suspense>
        {dialog === 'later' && (
          <ScheduleDialog
            userId={userId}
            content={text.trim()}
            prepare={picked.prepare}
            along={{ replyTo: reply?.id, boardId: sending.boardId, withoutLinkCard: sending.card.isLeftOut }}
            onDone={() => {
              sending.clear();
              props.onHeaderChange();
            }}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'waiting' && (
          <ScheduledDialog userId={userId} onChange={props.onHeaderChange} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </section>
  );
}
