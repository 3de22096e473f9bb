import { IconPhone, IconPhoneOff, IconSettings, IconVideo } from 'virtual:icons';
import type { CallRing } from '@app/contract/messaging/calls';
import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../platform/i18n.tsx';
import { IconButton, TextButton } from '../../ui/buttons.tsx';
import { useToastLayer } from '../../ui/toast/use-toast-layer.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import styles from './incoming-card.module.css';
import { useCalls } from './use-calls.ts';
import dark from './window/call-window.module.css';

const SECOND_MS = 1000;

/** Shows the caller in the tab's title, because the tab may be in the background. */
function useRingingTitle(titleText: string): void {
  useEffect(() => {
    const before = document.title;
    let isOdd = false;
    const timer = setInterval(() => {
      isOdd = !isOdd;
      document.title = isOdd ? titleText : before;
    }, SECOND_MS);
    return () => {
      clearInterval(timer);
      // The number of unread messages may stand in front.
      if (document.title.endsWith(titleText)) document.title = before;
    };
  }, [titleText]);
}

export function IncomingCard({ ring }: { ring: CallRing }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const layer = useToastLayer();
  const id = useId();
  const accept = useRef<HTMLButtonElement>(null);
  const name = `${ring.firstname} ${ring.lastname}`.trim();
  const others = ring.names.filter((one) => one !== name);
  useRingingTitle(`${t('calls.ring.title')}: ${name}`);

  useEffect(() => {
    const { activeElement } = document;
    // The card does not take the focus from a field in which the user is typing.
    const isTyping = activeElement instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(activeElement.tagName);
    if (layer !== null && !isTyping) accept.current?.focus({ preventScroll: true });
  }, [layer]);

  if (layer === null) return null;
  const titleText =
    others.length > 0
      ? t('calls.ring.group', { names: others.join(', ') })
      : t(ring.video === 1 ? 'calls.ring.video' : 'calls.ring.audio');
  return createPortal(
    <section
      role="alertdialog"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-words`}
      className={`${dark.dark} ${styles.card}`}
    >
      <div className={styles.who}>
        <UserPic firstname={ring.firstname} lastname={ring.lastname} photo={ring.photo} size={56} />
        <div className={styles.words}>
          <h2 id={`${id}-name`} className="clip1">
            {name}
          </h2>
          <p id={`${id}-words`}>{titleText}</p>
        </div>
        <IconButton
          icon={IconSettings}
          label={t('calls.ring.check')}
          size={20}
          hasTooltip
          className={styles.check}
          onClick={() => calls.check({ of: 'answer', ring, video: ring.video === 1 })}
        />
      </div>
      {ring.ad !== null && (
        <div className={styles.ad}>
          {ring.ad.photo !== null && <img src={ring.ad.photo} alt="" width={72} height={45} />}
          <div>
            <p>{t('calls.ad')}</p>
            <b className="clip1">{ring.ad.title}</b>
          </div>
        </div>
      )}
      <div className={styles.actions}>
        <TextButton
          icon={IconVideo}
          text={t('calls.ring.acceptVideo')}
          ref={accept}
          className={styles.accept}
          onClick={() => void calls.answer(true)}
        />
        <TextButton
          icon={IconPhoneOff}
          text={t('calls.ring.decline')}
          className={styles.decline}
          onClick={() => calls.decline()}
        />
        <TextButton icon={IconPhone} text={t('calls.ring.accept')} onClick={() => void calls.answer(false)} />
      </div>
    </section>,
    layer,
  );
}
