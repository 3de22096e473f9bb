import type { Chat, Message } from '@app/contract/messaging/chat';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const MediaOverview = lazyPart(async () => (await import('./media-overview.tsx')).MediaOverview);
const PersonSheet = lazyPart(async () => (await import('./person-sheet.tsx')).PersonSheet);
const DeleteMessages = lazyPart(async () => (await import('./thread/message-dialogs.tsx')).DeleteMessages);
const MessageInfo = lazyPart(async () => (await import('./thread/message-dialogs.tsx')).MessageInfo);
const ShareDialog = lazyPart(async () => (await import('./share/share-dialog.tsx')).ShareDialog);
const DeleteChatDialog = lazyPart(async () => (await import('./list/chat-confirmations.tsx')).DeleteChatDialog);
const BlockChatDialog = lazyPart(async () => (await import('./list/chat-confirmations.tsx')).BlockChatDialog);

export type OpenChatDialog =
  | { of: 'delete' | 'forward'; messages: readonly Message[] }
  | { of: 'info'; message: Message }
  | { of: 'deleteChat' | 'blockChat' | 'media' | 'person' };

interface ChatDialogProps {
  opened: OpenChatDialog;
  userId: number;
  name: string;
  chat: Chat | null;
  isGone: boolean;
  /** What the sheet shows about the other person. */
  person: ReactNode;
  onShow: (seq: number) => void;
  onSelectionDone: () => void;
  onBlocked: () => void;
  onClose: () => void;
}

export function ChatDialog({ opened, userId, name, chat, isGone, person, onClose, ...on }: ChatDialogProps) {
  const t = useText('chat');
  const navigate = useNavigate();
  const user = { id: userId, firstname: name, lastname: '' };
  function closeAnd(next: () => void): void {
    onClose();
    next();
  }
  switch (opened.of) {
    case 'person':
      return (
        <PersonSheet label={t('chat.about', { name })} onClose={onClose}>
          {person}
        </PersonSheet>
      );
    case 'media':
      return <MediaOverview userId={userId} onShow={(seq) => closeAnd(() => on.onShow(seq))} onClose={onClose} />;
    case 'info':
      return <MessageInfo message={opened.message} chat={chat} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteMessages
          userId={userId}
          messages={opened.messages}
          mayBoth={!isGone}
          onDone={on.onSelectionDone}
          onClose={onClose}
        />
      );
    case 'forward':
      return <ShareDialog messages={opened.messages} isOpen onClose={() => closeAnd(on.onSelectionDone)} />;
    case 'deleteChat':
      return <DeleteChatDialog user={user} onDone={() => void navigate('/profile/messages')} onClose={onClose} />;
    case 'blockChat':
      return <BlockChatDialog user={user} onDone={on.onBlocked} onClose={onClose} />;
  }
}
