import { IconDots, IconMessageOff } from 'virtual:icons';
import type { StreamMessage } from '@app/contract/live/streams';
import { memo, type RefObject } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { RichText } from '../../../ui/text/rich-text.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from './stream-chat.module.css';

interface StreamMessageRowProps<Message extends StreamMessage> {
  message: Message;
  time?: string;
  hasMenu: boolean;
  isMuted?: boolean;
  opener: RefObject<HTMLButtonElement | null> | undefined;
  onOpen: (message: Message) => void;
  onJump?: (message: Message) => void;
}

export const StreamMessageRow = memo(function ChatLine<Message extends StreamMessage>(
  props: StreamMessageRowProps<Message>,
) {
  const { message, time, hasMenu, isMuted = false, opener, onOpen, onJump } = props;
  const t = useText('streams');
  const { firstname, lastname, photo } = message;
  return (
    <li className={styles.line}>
      <UserPic firstname={firstname} lastname={lastname} photo={photo} size={32} />
      <div>
        <b>{firstname}</b>
        {message.host === 1 && <span className={styles.badge}>{t('streams.chat.author')}</span>}
        {isMuted && <IconMessageOff size={15} stroke={ICON_STROKE} aria-label={t('streams.chat.muted.mark')} />}
        {time !== undefined && (
          <TextButton
            text={time}
            className={`num ${styles.jump}`}
            aria-label={t('streams.replay.jump', { time })}
            onClick={() => onJump?.(message)}
          />
        )}
        <p>
          <RichText text={message.message} isTrusted={message.mine === 1} />
        </p>
      </div>
      {hasMenu && (
        <IconButton
          icon={IconDots}
          label={t('streams.chat.menu', { name: firstname })}
          size={18}
          ref={opener}
          className={styles.menu}
          aria-haspopup="dialog"
          onClick={() => onOpen(message)}
        />
      )}
    </li>
  );
}) as <Message extends StreamMessage>(props: StreamMessageRowProps<Message>) => React.ReactNode;
