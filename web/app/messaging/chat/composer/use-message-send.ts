import { useState } from 'react';
import { MESSAGE_MAX } from '#contract/messaging/chat';
import { useText } from '../../../platform/i18n.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import type { Voice } from '../../voice-notes/use-voice.ts';
import { voiceFileName } from '../../voice-notes/voice-file-name.ts';
import { editMessage } from '../engine/actions.ts';
import type { NewMessage } from '../engine/chat-types.ts';
import { getDraftText } from '../engine/drafts.ts';
import { send } from '../engine/send.ts';
import type { ComposerProps } from './composer-props.ts';
import { splitText } from './split-text.ts';
import { useLinkCard } from './use-link-card.ts';
import type { PickedFiles } from './use-picked-files.ts';

const VOICE_MIN_MS = 500;

interface Content {
  text: string;
  setText: (text: string) => void;
  picked: PickedFiles;
  voice: Voice;
  isClosed: boolean;
}

/** Sends, or saves, what is in the composer. */
export function useMessageSend(props: ComposerProps, { text, setText, picked, voice, isClosed }: Content) {
  const { userId, reply, edit, about, onReplyDone, onEditDone, onSent, onAdDone } = props;
  const t = useText('composer');
  const [doneAd, setDoneAd] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const content = text.trim();
  const card = useLinkCard(content);
  const isAdDone = doneAd === props.boardId;
  const boardId = isAdDone ? undefined : (props.boardId ?? undefined);
  const isEmpty = content === '' && picked.files.length === 0;
  const isLong = content.length > MESSAGE_MAX;
  const parts = isLong && edit === null ? splitText(text, MESSAGE_MAX) : [content];

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
    ...(boardId !== undefined && { boardId }),
  });

  function endAd(isSent: boolean): void {
    if (boardId === undefined) return;
    setDoneAd(boardId);
    onAdDone(isSent);
  }

  function done(): void {
    endAd(true);
    if (reply) onReplyDone();
    onSent();
  }

  /** What was typed while the message was being stored begins the next one. */
  function clear(): void {
    const typed = getDraftText(userId);
    if (typed.startsWith(text)) setText(typed.slice(text.length));
    picked.clear();
    card.reset();
    done();
  }

  async function submit({ silent = false }: { silent?: boolean } = {}): Promise<void> {
    if (isClosed || isBusy) return;
    if (edit) {
      if ((content === '' && edit.attachments.length === 0) || isLong) return;
      if (content !== edit.content) void editMessage(edit, content);
      return onEditDone();
    }
    if (isEmpty) return;
    setBusy(true);
    try {
      const files = await picked.prepare();
      // Of a text that is split, the first message carries the reply and the last one carries the files.
      for (const [at, part] of parts.entries()) {
        const isLast = at === parts.length - 1;
        if (part === '' && !(isLast && files.length > 0)) continue;
        await queue({
          content: part,
          files: isLast ? files : [],
          ...(at === 0 && alongside()),
          ...(silent && { silent }),
          ...(card.isLeftOut && { withoutLinkCard: true }),
        });
      }
      clear();
    } catch {
      // The error was shown already; the text stays in the field.
    }
    setBusy(false);
  }

  /** Sends words at once and leaves the field as it is. */
  async function sendText(words: string): Promise<void> {
    await queue({ content: words, files: [], ...alongside() });
    done();
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

  const ad = isAdDone || edit !== null || isClosed ? null : about;
  return {
    isBusy,
    isEmpty,
    isLong,
    parts,
    ad,
    boardId,
    card,
    removeAd: () => endAd(false),
    submit,
    sendText,
    sendVoice,
    clear,
  };
}
