import type { ChatSettings } from '@app/contract/messaging/chat';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { Toggle } from '../../../ui/form/toggle.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { RepliesList } from '../composer/use-quick-replies.ts';
import styles from './chat-privacy.module.css';

const QuickRepliesDialog = lazyPart(
  async () => (await import('../composer/quick-replies-dialog.tsx')).QuickRepliesDialog,
);

const FIELDS = { reads: 'shows_reads', typing: 'shows_typing' } as const;

/** Updates switches optimistically, saves them in sequence and reverts one that could not be saved. */
function useSwitches(loaded: ChatSettings) {
  const t = useText('chats');
  const [shown, setShown] = useState(loaded);
  const saved = useRef(loaded);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);

  async function send(change: Partial<ChatSettings>): Promise<void> {
    try {
      saved.current = await call(chatApi.changeSettings, { body: change });
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || `${t('chats.privacy.failed')}. ${t('frame.error.network')}`);
    }
    waiting.current -= 1;
    // Intermediate responses would make switches flicker.
    if (waiting.current === 0) setShown(saved.current);
  }

  function change(wanted: Partial<ChatSettings>): void {
    setShown((before) => ({ ...before, ...wanted }));
    waiting.current += 1;
    queue.current = queue.current.then(() => send(wanted));
  }

  return { shown, change };
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <b>{title}</b>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}

function Switches({ loaded }: { loaded: ChatSettings }) {
  const t = useText('chats');
  const { shown, change } = useSwitches(loaded);
  return (
    <>
      {(['reads', 'typing'] as const).map((name) => {
        const field = FIELDS[name];
        const title = t(`chats.privacy.${name}`);
        return (
          <Row key={name} title={title} text={t(`chats.privacy.${name}.text`)}>
            <Toggle label={title} isOn={shown[field] === 1} onSwitch={(isOn) => change({ [field]: isOn ? 1 : 0 })} />
          </Row>
        );
      })}
    </>
  );
}

function QuickReplies({ list, replies }: { list: RepliesList; replies: readonly string[] }) {
  const t = useText('chats');
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  function close(): void {
    setOpen(false);
    void revalidate();
  }
  return (
    <Row
      title={t(`chats.privacy.${list}`)}
      text={`${t('chats.privacy.replies.text')}: ${t('chats.privacy.replies.count', { count: replies.length })}`}
    >
      <button type="button" className={button('plain', 'small')} onClick={() => setOpen(true)}>
        {t('chats.privacy.replies.edit')}
      </button>
      {isOpen && (
        <Suspense>
          <QuickRepliesDialog list={list} initial={replies} onClose={close} />
        </Suspense>
      )}
    </Row>
  );
}

export function ChatPrivacy({ loaded }: { loaded: ChatSettings | null }) {
  const t = useText('chats');
  const { revalidate } = useRevalidator();
  return (
    <section id="messages" className={styles.section} aria-labelledby="messages-privacy">
      <h2 id="messages-privacy">{t('chats.privacy.title')}</h2>
      {loaded ? (
        <>
          <Switches loaded={loaded} />
          {(['quick_replies', 'seller_replies'] as const).map((list) => (
            <QuickReplies key={list} list={list} replies={loaded[list]} />
          ))}
        </>
      ) : (
        <>
          <p role="alert" className={styles.failed}>
            {t('chats.privacy.failed.load')}
          </p>
          <button type="button" className={button('plain', 'small')} onClick={() => void revalidate()}>
            {t('frame.retry')}
          </button>
        </>
      )}
    </section>
  );
}
