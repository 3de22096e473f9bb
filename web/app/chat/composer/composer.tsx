import type { Chat, ChatCard, Message } from '@app/contract/chat';

export interface ComposerProps {
  viewerId: number;
  userId: number;
  /** null while the dialog is not known yet: the field takes text already, sending waits. */
  chat: Chat | null;
  /** The message that is being answered. */
  reply: Message | null;
  onReplyDone: () => void;
  /** My message that is being changed. */
  edit: Message | null;
  onEditDone: () => void;
  /** ArrowUp in an empty field: change my last message. */
  onEditLast?: () => void;
  /** The ad that the writer came from; it goes along with the first message. */
  boardId: number | null;
  /** Its card, shown over the field until it is sent or dropped. */
  about: ChatCard | null;
  isStranger: boolean;
  onSent: () => void;
}

/** The line in which a message is written: files, field, voice, send. */
export function Composer(_props: ComposerProps) {
  return null;
}
