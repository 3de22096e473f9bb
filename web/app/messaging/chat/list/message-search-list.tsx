import { withoutMarks } from '@app/contract/messaging/message-marks';
import { Link } from 'react-router';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { nameOf } from '../name-of.ts';
import type { MessageMatch } from '../use-found-messages.ts';
import { formatChatTime } from './chat-time.ts';
import { excerpt } from './excerpt.ts';
import styles from './message-search-list.module.css';
import type { MessageSearchState } from './use-message-search.ts';

interface MessageSearchListProps {
  results: MessageSearchState;
  search: string;
  now: number;
  onOpen?: ((userId: number) => void) | undefined;
}

function MessageSearchRow({
  message,
  user,
  search,
  now,
  onOpen,
}: MessageMatch & Omit<MessageSearchListProps, 'results'>) {
  const t = useText('chats');
  const lang = useLanguage();
  const parts = excerpt(
    withoutMarks(message.content) || (message.attachments[0]?.name ?? message.card?.title ?? ''),
    search,
  );
  return (
    <Link
      to={`/conversation/${user.id}?at=${message.seq}`}
      className={styles.row}
      data-row
      onClick={() => onOpen?.(user.id)}
    >
      <UserPic firstname={user.firstname} lastname={user.lastname} photo={user.photo} size={40} />
      <span className={styles.words}>
        <span className={styles.head}>
          <b className={styles.name}>{nameOf(user)}</b>
          <time dateTime={message.timestamp} suppressHydrationWarning>
            {formatChatTime(lang, message.timestamp, now)}
          </time>
        </span>
        <span className={styles.text}>
          {message.mine === 1 && t('chats.you', { text: '' })}
          {parts.map(({ text, isHit }, place) => {
            const key = `${place} ${text}`;
            return isHit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
          })}
        </span>
      </span>
    </Link>
  );
}

export function MessageSearchList({ results, search, now, onOpen }: MessageSearchListProps) {
  const t = useText('chats');
  const { state, list, total, isLoadingMore, loadMore, reload } = results;
  if (state === 'failed')
    return (
      <p role="alert" className={styles.failed}>
        {t('chats.failed.search')}
        <button type="button" className={button('quiet', 'small')} onClick={reload}>
          {t('frame.retry')}
        </button>
      </p>
    );
  if (list.length === 0) return null;
  return (
    <section aria-label={t('chats.found.messages')}>
      <h2 className={styles.title}>{t('chats.found.messages')}</h2>
      <ul>
        {list.map((one) => (
          <li key={one.message.id}>
            <MessageSearchRow {...one} search={search} now={now} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {list.length < total && (
        <button type="button" className={button('quiet', 'wide')} disabled={isLoadingMore} onClick={loadMore}>
          {t('chats.more')}
        </button>
      )}
    </section>
  );
}
