import { IconPlayerPlayFilled } from 'virtual:icons';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { type KeyboardEvent, useId, useState } from 'react';
import { averageColor } from '../../market/ads/thumbhash-color.ts';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import frame from '../../ui/dialog/dialog.module.css';
import { BareDialog, DialogClose } from '../../ui/dialog/dialog.tsx';
import styles from './media-overview.module.css';
import { Attachments } from './thread/attachments/attachments.tsx';
import { MessageText } from './thread/message-text.tsx';
import { type MessageMatch, useFoundMessages } from './use-found-messages.ts';

const TABS = ['photo', 'video', 'file', 'link', 'voice', 'audio'] as const;
type Tab = (typeof TABS)[number];

interface MediaOverviewProps {
  userId: number;
  onShow: (seq: number) => void;
  onClose: () => void;
}

export function MediaOverview({ userId, onShow, onClose }: MediaOverviewProps) {
  const t = useText('chat');
  const id = useId();
  const [tab, setTab] = useState<Tab>('photo');
  const { found, isCurrent, hasFailed, isLoading, load } = useFoundMessages({ user_id: userId, kind: tab });

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? 'photo';
    setTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  const page = isCurrent ? found : null;
  return (
    <BareDialog className={`${frame.dialog} ${styles.dialog}`} aria-labelledby={`${id}-title`} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={`${id}-title`}>{t('chat.menu.media')}</h2>
        <DialogClose />
      </header>
      <div role="tablist" aria-labelledby={`${id}-title`} className={styles.tabs} onKeyDown={handleKey}>
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === tab}
            aria-controls={`${id}-panel`}
            tabIndex={name === tab ? 0 : -1}
            className={styles.tab}
            onClick={() => setTab(name)}
          >
            {t(`chat.search.kind.${name}`)}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
        aria-busy={isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className={styles.panel}
      >
        {hasFailed ? (
          <p role="alert" className={styles.none}>
            {t('chat.media.failed')}
            <button type="button" className={button('quiet', 'small')} onClick={() => void load(1)}>
              {t('frame.retry')}
            </button>
          </p>
        ) : page === null ? (
          <p className={styles.none}>{t('frame.loading')}</p>
        ) : page.list.length === 0 ? (
          <p className={styles.none}>{t('chat.media.empty')}</p>
        ) : (
          <FoundMedia tab={tab} list={page.list} onShow={onShow} />
        )}
        {page && page.list.length < page.total && (
          <button
            type="button"
            className={button('quiet', 'wide')}
            disabled={isLoading}
            onClick={() => void load(page.page + 1)}
          >
            {t('chat.media.more')}
          </button>
        )}
      </div>
    </BareDialog>
  );
}

interface FoundMediaProps extends Pick<MediaOverviewProps, 'onShow'> {
  tab: Tab;
  list: readonly MessageMatch[];
}

function FoundMedia({ tab, list, onShow }: FoundMediaProps) {
  const t = useText('chat');
  const filesOf = ({ message }: MessageMatch): ChatFile[] =>
    message.attachments.filter(({ kind }) => kind === (tab === 'photo' ? 'image' : tab));
  const labelOf = ({ message }: MessageMatch): string =>
    `${t('chat.media.toMessage')}, ${formatDate(message.timestamp)}`;
  if (tab === 'photo' || tab === 'video')
    return (
      <ul className={styles.grid}>
        {list.flatMap((found) =>
          filesOf(found).map((file) => (
            <li key={file.id}>
              <button
                type="button"
                className={styles.tile}
                style={{ backgroundColor: averageColor(file.thumbhash) }}
                aria-label={labelOf(found)}
                onClick={() => onShow(found.message.seq)}
              >
                {file.preview && <img src={file.preview} alt="" loading="lazy" />}
                {tab === 'video' && <IconPlayerPlayFilled size={26} aria-hidden="true" />}
              </button>
            </li>
          )),
        )}
      </ul>
    );
  return (
    <ul className={styles.list}>
      {list.map((found) => {
        const { message, user } = found;
        const isMine = message.mine === 1;
        return (
          <li key={message.id} className={styles.row}>
            {tab === 'link' ? (
              <div className={styles.text}>
                <MessageText text={message.content} isTrusted={isMine} />
              </div>
            ) : (
              <Attachments files={filesOf(found)} mine={isMine} name={user.firstname} />
            )}
            <button type="button" className={`link ${styles.to}`} onClick={() => onShow(message.seq)}>
              {labelOf(found)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
