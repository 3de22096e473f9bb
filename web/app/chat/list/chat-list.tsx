import type { ResponseOf } from '@app/contract/endpoint';
import type { chatApi as Api } from '#contract/chat';

export type ChatListPage = ResponseOf<typeof Api.list>;

export interface ChatListProps {
  viewerId: number;
  /** Whose dialog is open beside the list. */
  current?: number;
  /** A dialog was chosen: the link has been followed already. */
  onOpen?: (userId: number) => void;
  /** The first page as the server rendered it. */
  rendered?: ChatListPage;
}

/** My dialogs: a page of their own, and the left column of every dialog. */
export function ChatList(_: ChatListProps) {
  return <section />;
}
