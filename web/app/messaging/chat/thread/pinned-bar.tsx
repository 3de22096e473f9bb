import { IconPinned, IconX } from 'virtual:icons';
import type { Message } from '@app/contract/messaging/chat';
import { withoutMarks } from '@app/contract/messaging/message-marks';
import { useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from '../bars.module.css';
import { pinMessage } from '../engine/actions.ts';
import { quoteKindOf } from '../engine/quote.ts';

interface PinnedBarProps {
  pinned: readonly Message[];
  mayUnpin: boolean;
  onShow: (seq: number) => void;
}

export function PinnedBar({ pinned, mayUnpin, onShow }: PinnedBarProps) {
  const t = useText('chat');
  const [turn, setTurn] = useState(0);
  const ordered = pinned.toSorted((one, other) => other.seq - one.seq);
  const place = turn % ordered.length;
  const message = ordered[place];
  if (message === undefined) return null;
  const count = ordered.length;
  const kind = message.kind === 'missed_call' ? message.kind : quoteKindOf(message);
  const text = kind === 'text' || kind === 'gone' || kind === 'card' ? message.card?.title : t(`chat.kind.${kind}`);
  const title = count === 1 ? t('chat.pins.one') : t('chat.pins.of', { number: count - place, count });
  return (
    <section className={styles.bar} aria-label={t('chat.pins')}>
      <button
        type="button"
        className={styles.pinned}
        onClick={() => {
          onShow(message.seq);
          setTurn(place + 1);
        }}
      >
        <span className={styles.marks} aria-hidden="true">
          {ordered.slice(0, 4).map(({ id }, index) => (
            <i key={id} data-on={index === Math.min(place, 3) || undefined} />
          ))}
        </span>
        <span className={styles.words}>
          <b>{title}</b>
          <span>{withoutMarks(message.content) || (kind === 'file' ? message.attachments[0]?.name : text)}</span>
        </span>
      </button>
      {mayUnpin ? (
        <IconButton
          size={20}
          icon={IconX}
          label={t('chat.actions.unpin')}
          hasTooltip
          onClick={() => void pinMessage(message, false)}
        />
      ) : (
        <IconPinned size={20} stroke={ICON_STROKE} aria-hidden="true" />
      )}
    </section>
  );
}
