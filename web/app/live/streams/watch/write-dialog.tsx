import type { Board } from '@app/contract/market/ads';
import { useRef, useState } from 'react';
import { chatApi, MESSAGE_MAX } from '#contract/messaging/chat';
import { call } from '../../../platform/call.ts';
import { clientKey } from '../../../platform/client-key.ts';
import { useText } from '../../../platform/i18n.tsx';
import { dialogField, dialogNote, MusicForm } from '../../../publishing/music/music-dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';

export function WriteDialog({ ad, onClose }: { ad: Board; onClose: () => void }) {
  const t = useText('streams');
  const dialog = useRef<HTMLDialogElement>(null);
  const key = useRef(clientKey());
  const [text, setText] = useState(() => t('streams.pins.write.default'));
  const { isSending, submit } = useSubmit({ fallback: t('streams.chat.failed') });

  function handleSubmit(): void {
    const content = text.trim();
    if (content === '') return;
    void submit(async () => {
      await call(chatApi.send, {
        params: { id: ad.board_user_id },
        body: { content, board_id: ad.board_id, client_key: key.current },
      });
      toast.success(t('streams.pins.write.sent'));
      dialog.current?.close();
    });
  }

  return (
    <MusicForm
      ref={dialog}
      title={t('streams.pins.write.title')}
      about={ad.board_title}
      verb={t('streams.chat.send')}
      isSending={isSending}
      noValidate={false}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <label className={dialogField}>
        <span className="sr">{t('streams.chat.placeholder')}</span>
        <textarea
          required
          maxLength={MESSAGE_MAX}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <p className={dialogNote}>{t('streams.pins.write.text')}</p>
    </MusicForm>
  );
}
