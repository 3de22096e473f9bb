import type { Chat, ChatCard, Message } from '@app/contract/messaging/chat';
import type { AdTalk } from '../engine/ad-talk.ts';
import type { ChatHeaderData } from '../engine/chat-types.ts';

export interface ComposerProps {
  viewerId: number;
  userId: number;
  /** Null while the chat is not loaded; messages sent meanwhile wait in the outbox. */
  chat: Chat | null;
  /** Null while it is not loaded. */
  header: ChatHeaderData | null;
  /** Loads the header again. */
  onHeaderChange: () => void;
  reply: Message | null;
  onReplyDone: () => void;
  edit: Message | null;
  onEditDone: () => void;
  onEditLast?: () => void;
  /** The ad that the writer came from; it is attached to the first message. */
  boardId: number | null;
  about: ChatCard | null;
  talk: AdTalk;
  isNewContact: boolean;
  onSent: () => void;
  onAdDone: (isSent: boolean) => void;
}
