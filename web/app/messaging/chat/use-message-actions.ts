import type { Message } from '@app/contract/messaging/chat';
import { type RefObject, useState } from 'react';
import { EDIT_HOURS } from '#contract/messaging/chat';
import { useText } from '../../platform/i18n.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import type { OpenChatDialog } from './chat-dialog.tsx';
import { pinMessage } from './engine/actions.ts';
import type { ThreadEntry } from './engine/chat-types.ts';
import type { MenuPlace, MessageAction } from './thread/message-menu.tsx';
import type { ThreadItem } from './thread/thread-items.ts';

const HOUR_MS = 3_600_000;

const messagesOf = (rows: readonly ThreadEntry[]): Message[] =>
  rows.flatMap((row) => ('message' in row ? [row.message] : []));

export type MessageActions = ReturnType<typeof useMessageActions>;

/** What the user does with messages of a chat: reply, edit, select several, and open the menu and the dialogs. */
export function useMessageActions(rows: readonly ThreadEntry[], root: RefObject<HTMLElement | null>) {
  const t = useText('chat');
  const [reply, setReply] = useState<Message | null>(null);
  const [edit, setEdit] = useState<Message | null>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [opened, setOpened] = useState<OpenChatDialog | null>(null);
  const chosenMessages = messagesOf(rows.filter(({ key }) => chosen?.has(key)));
  const copy = (...messages: Message[]): void => {
    const texts = messages.map(({ content }) => content).filter(Boolean);
    void copyText(texts.join('\n\n'), t('chat.copied'), t('chat.copyFailed'));
  };

  function runAction(action: MessageAction, { key, message }: ThreadItem): void {
    setMenu(null);
    if (message === null) return;
    const handlers: Record<MessageAction, () => void> = {
      reply: () => {
        setEdit(null);
        setReply(message);
      },
      edit: () => {
        setReply(null);
        setEdit(message);
      },
      copy: () => copy(message),
      forward: () => setOpened({ of: 'forward', messages: [message] }),
      pin: () => void pinMessage(message, true),
      unpin: () => void pinMessage(message, false),
      select: () => setChosen(new Set([key])),
      info: () => setOpened({ of: 'info', message }),
      delete: () => setOpened({ of: 'delete', messages: [message] }),
    };
    handlers[action]();
  }

  function closeMenu(): void {
    const key = menu?.item.key;
    setMenu(null);
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (key !== undefined && isFree) {
      root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    }
  }

  function toggle({ key }: ThreadItem): void {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  }

  function editLast(): void {
    const last = messagesOf(rows).findLast(
      ({ mine, kind, content }) => mine === 1 && kind === 'message' && content !== '',
    );
    if (last && Date.now() - Date.parse(last.timestamp) < EDIT_HOURS * HOUR_MS) setEdit(last);
  }

  return {
    reply,
    edit,
    menu,
    chosen,
    chosenMessages,
    opened,
    setMenu,
    setOpened,
    runAction,
    closeMenu,
    toggle,
    editLast,
    copyChosen: () => copy(...chosenMessages),
    endReply: () => setReply(null),
    endEdit: () => setEdit(null),
    endSelection: () => setChosen(null),
  };
}
