import { IconMessageCircle } from 'virtual:icons';
import type { ChatCard } from '@app/contract/messaging/chat';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useDraft } from '../engine/use-draft.ts';
import { Card } from './bubble.tsx';
import styles from './thread-states.module.css';

const WIDTHS = [46, 62, 30, 54, 38, 66, 42];

/** Appears after a delay, because most chats load faster. */
export function ThreadSkeleton() {
  const t = useText();
  return (
    <div className={styles.skeleton} role="status">
      <span className="sr">{t('frame.loading')}</span>
      {WIDTHS.map((width, index) => (
        <span
          key={width}
          aria-hidden="true"
          data-own={index % 3 === 0 || undefined}
          style={{ width: `${width}%`, height: index === 4 ? 120 : 40 }}
        />
      ))}
    </div>
  );
}

export function FailedThread({ onRetry }: { onRetry: () => void }) {
  const t = useText('chat');
  return (
    <div className={styles.middle}>
      <RetryNotice title={t('chat.load.failed')} onRetry={onRetry} />
    </div>
  );
}

const QUICK = ['hello', 'howAreYou'] as const;

interface EmptyThreadProps {
  userId: number;
  name: string;
  about: ChatCard | null;
  mayWrite: boolean;
  onChosen: () => void;
}

/** Shows suggested first messages in an empty chat. A click puts one into the field and sends nothing. */
export function EmptyThread({ userId, name, about, mayWrite, onChosen }: EmptyThreadProps) {
  const t = useText('chat');
  const { setText } = useDraft(userId);
  return (
    <div className={styles.middle}>
      <Notice
        icon={<IconMessageCircle size={40} stroke={1.5} />}
        title={t('chat.empty.title')}
        text={t('chat.empty.text', { name })}
      >
        {about && (
          <div className={styles.about}>
            <Card card={about} />
          </div>
        )}
        {mayWrite && about === null && (
          // biome-ignore lint/a11y/useSemanticElements: presses, not fields
          <div className={styles.quick} role="group" aria-label={t('chat.empty.quick')}>
            {QUICK.map((words) => (
              <button
                key={words}
                type="button"
                className={button('plain', 'small')}
                onClick={() => {
                  setText(t(`chat.quick.${words}`));
                  onChosen();
                }}
              >
                {t(`chat.quick.${words}`)}
              </button>
            ))}
          </div>
        )}
      </Notice>
    </div>
  );
}
