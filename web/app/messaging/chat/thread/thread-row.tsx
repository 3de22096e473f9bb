import { IconCheck, IconDots } from 'virtual:icons';
import type { Message } from '@app/contract/messaging/chat';
import { memo, type ReactNode } from 'react';
import { formatTime } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import type { Reaction } from '../engine/actions.ts';
import styles from '../thread.module.css';
import { Bubble, type BubbleProps } from './bubble.tsx';
import { dayOf, type ThreadItem } from './thread-items.ts';
import { usePress } from './use-press.ts';

/** Callbacks of rows. The object must stay the same, because rows are memoized. */
export interface RowHandlers {
  menu: (item: ThreadItem, x: number, y: number) => void;
  reply: (item: ThreadItem) => void;
  quote: (reply: NonNullable<Message['reply']>) => void;
  react: (message: Message, reaction: Reaction | null) => void;
  toggle: (item: ThreadItem) => void;
  focus: (key: string) => void;
}

export function Day({ timestamp }: { timestamp: string }): ReactNode {
  const t = useText('chat');
  const lang = useLanguage();
  const day = dayOf(lang, timestamp, Date.now());
  return typeof day === 'string' ? t(`chat.day.${day}`) : day.date;
}

interface ThreadRowProps extends Omit<BubbleProps, 'onQuote' | 'onReact'> {
  mayWrite: boolean;
  /** Null while the selection mode is off. */
  isChosen: boolean | null;
  isFlashing: boolean;
  /** The row that takes part in the Tab order (roving tabindex). */
  isCurrent: boolean;
  isFirst: boolean;
  /** The thread is opened here. */
  isStart: boolean;
  isLast: boolean;
  handlers: RowHandlers;
}

export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { mayWrite, isChosen, isFlashing, isCurrent, isFirst, isStart, isLast, handlers, ...bubble } = props;
  const { item, name } = bubble;
  const t = useText('chat');
  const mayReply = mayWrite && item.message?.kind === 'message' && isChosen === null;
  const press = usePress({
    onMenu: (x, y) => item.message && isChosen === null && handlers.menu(item, x, y),
    onReply: mayReply ? () => handlers.reply(item) : null,
  });
  const author = item.mine ? t('chat.you') : name;
  return (
    <div
      className={styles.item}
      data-first={isFirst || undefined}
      data-start={isStart || undefined}
      data-last={isLast || undefined}
      data-flash={isFlashing || undefined}
    >
      {item.startsDay && (
        <p className={styles.day}>
          <span>
            <Day timestamp={item.timestamp} />
          </span>
        </p>
      )}
      {item.startsNew && (
        <p className={styles.new}>
          <span>{t('chat.new')}</span>
        </p>
      )}
      <div
        className={styles.line}
        data-own={item.mine || undefined}
        data-tail={item.isTail || undefined}
        data-choosing={isChosen !== null || undefined}
      >
        {isChosen !== null && item.message !== null && (
          <label className={styles.choice}>
            <input type="checkbox" checked={isChosen} onChange={() => handlers.toggle(item)} />
            <span
              className="sr"
              suppressHydrationWarning
            >{`${t('chat.select')}: ${author}, ${formatTime(item.timestamp)}`}</span>
            <span className={styles.box} aria-hidden="true">
              {isChosen && <IconCheck size={16} stroke={2.5} />}
            </span>
          </label>
        )}
        <article
          className={styles.message}
          data-key={item.key}
          tabIndex={isCurrent ? 0 : -1}
          aria-label={`${author}, ${formatTime(item.timestamp)}`}
          inert={isChosen !== null}
          onFocus={() => handlers.focus(item.key)}
          {...press}
        >
          <Bubble {...bubble} onQuote={handlers.quote} onReact={handlers.react} />
        </article>
        {item.message !== null && isChosen === null && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.more}
            aria-label={t('chat.actions')}
            aria-haspopup="dialog"
            onClick={(event) => {
              const { left, bottom } = event.currentTarget.getBoundingClientRect();
              handlers.menu(item, left, bottom);
            }}
          >
            <IconDots size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
});
