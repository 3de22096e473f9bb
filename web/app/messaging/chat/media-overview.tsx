import type { chatApi as Api, Message } from '@app/contract/messaging/chat';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { averageColor } from '../../market/ads/thumbhash-color.ts';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import frame from '../../ui/dialog/dialog.module.css';
import { BareDialog } from '../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { RichText } from '../../ui/rich-text.tsx';
import styles from './media-overview.module.css';
import { Attachments } from './thread/attachments.tsx';

const TABS = ['photo', 'video', 'file', 'link', 'voice', 'audio'] as const;
type Tab = (typeof TABS)[number];
type Page = ResponseOf<typeof Api.search>;

interface ShownFiles {
  of: Tab;
  list: Page['list'];
  total: number;
  page: number;
}

interface MediaOverviewProps {
  userId: number;
  onShow: (seq: number) => void;
  onClose: () => void;
}

const filesOf = ({ attachments }: Message, tab: Tab): ChatFile[] =>
  attachments.filter(({ kind }) => kind === (tab === 'photo' ? 'image' : tab));

export function MediaOverview({ userId, onShow, onClose }: MediaOverviewProps) {
  const t = useText('chat');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [tab, setTab] = useState<Tab>('photo');
  const [shown, setShown] = useState<ShownFiles | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isLoading, setLoading] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);

  async function load(page: number, signal?: AbortSignal): Promise<void> {
    setFailed(false);
    setLoading(true);
    try {
      const answer = await call(chatApi.search, {
        query: { search: '', user_id: userId, kind: tab, page },
        ...(signal && { signal }),
      });
      setShown((before) => {
        const kept = page > 1 && before?.of === tab ? before.list : [];
        const known = new Set(kept.map(({ message }) => message.id));
        const list = [...kept, ...answer.list.filter(({ message }) => !known.has(message.id))];
        return { of: tab, list, total: answer.total, page };
      });
    } catch (error) {
      if (signal?.aborted) return;
      if (!isApiError(error)) throw error;
      setFailed(true);
    }
    setLoading(false);
  }

  const start = useEffectEvent((signal: AbortSignal) => void load(1, signal));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab
  useEffect(() => {
    const asking = new AbortController();
    start(asking.signal);
    return () => asking.abort();
  }, [tab]);

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? 'photo';
    setTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  const page = shown?.of === tab ? shown : null;
  const isGrid = tab === 'photo' || tab === 'video';
  return (
    <BareDialog
      ref={dialog}
      className={`${frame.dialog} ${styles.dialog}`}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
    >
      <header className={styles.head}>
        <h2 id={`${id}-title`}>{t('chat.menu.media')}</h2>
        <button
          type="button"
          className={iconButton}
          aria-label={t('frame.close')}
          onClick={() => dialog.current?.close()}
        >
          <IconX size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
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
          <ul className={isGrid ? styles.grid : styles.list}>
            {page.list.flatMap(({ message, user }) =>
              isGrid
                ? filesOf(message, tab).map((file) => (
                    <li key={file.id}>
                      <button
                        type="button"
                        className={styles.tile}
                        style={{ backgroundColor: averageColor(file.thumbhash) }}
                        aria-label={`${t('chat.media.toMessage')}, ${formatDate(message.timestamp)}`}
                        onClick={() => onShow(message.seq)}
                      >
                        {file.preview && <img src={file.preview} alt="" loading="lazy" />}
                        {tab === 'video' && <IconPlayerPlayFilled size={26} aria-hidden="true" />}
                      </button>
                    </li>
                  ))
                : [
                    <li key={message.id} className={styles.row}>
                      {tab === 'link' ? (
                        <p className={styles.text}>
                          <RichText text={message.content} isTrusted={message.mine === 1} />
                        </p>
                      ) : (
                        <Attachments files={filesOf(message, tab)} mine={message.mine === 1} name={user.firstname} />
                      )}
                      <button type="button" className={`link ${styles.to}`} onClick={() => onShow(message.seq)}>
                        {`${t('chat.media.toMessage')}, ${formatDate(message.timestamp)}`}
                      </button>
                    </li>,
                  ],
            )}
          </ul>
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
