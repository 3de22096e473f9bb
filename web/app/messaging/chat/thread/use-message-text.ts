import type { Message } from '@app/contract/messaging/chat';
import { useText } from '../../../platform/i18n.tsx';

export function useMessageText(): (message: Message) => string {
  const t = useText('chat');
  return ({ kind, content, attachments, card }) => {
    if (content) return content;
    if (kind === 'missed_call') return t('chat.kind.missed_call');
    const [file] = attachments;
    if (file?.kind === 'file') return file.name;
    if (file) return t(`chat.kind.${file.kind === 'image' ? 'photo' : file.kind}`);
    return card?.title ?? '';
  };
}
