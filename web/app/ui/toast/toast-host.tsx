import '@mantine/core/styles/Notification.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/notifications/styles.css';
import { IconAlertCircle, IconCheck, IconInfoCircle } from 'virtual:icons';
import {
  createNotificationsStore,
  hideNotification,
  Notifications,
  showNotification,
  updateNotification,
} from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../button.ts';
import { MantineRoot } from '../mantine/mantine-root.tsx';
import { drainToasts, isOutdatedBy, subscribeToasts, type Toast } from './toast.ts';
import styles from './toast-host.module.css';
import { useToastLayer } from './use-toast-layer.ts';

const ICONS = { success: IconCheck, error: IconAlertCircle, info: IconInfoCircle };
const TOASTS_MAX = 5;
const TOAST_MS = 5000;

/** Shows toasts at the top centre: at most five, for five seconds, paused while hovered or focused. */
export function ToastHost() {
  const t = useText();
  const [store] = useState(createNotificationsStore);
  const layer = useToastLayer();

  useEffect(() => {
    let shown: readonly Toast[] = [];
    const show = (next: Toast): void => {
      const { tone, message: text, action, id: number } = next;
      for (const known of shown) if (isOutdatedBy(next, known)) hideNotification(String(known.id), store);
      shown = [...shown.slice(-TOASTS_MAX), next];
      const Icon = ICONS[tone];
      const id = String(number);
      const message = action ? (
        <span className={styles.withAction}>
          {text}
          <button
            type="button"
            className={button('quiet', 'small')}
            onClick={() => {
              // The action of a toast can be used only once.
              hideNotification(id, store);
              action.onPress();
            }}
          >
            {action.label}
          </button>
        </span>
      ) : (
        text
      );
      showNotification(
        {
          id,
          message,
          // Mantine pauses a toast on hover but not on focus.
          onFocusCapture: () => updateNotification({ id, message, autoClose: false }, store),
          onBlurCapture: () => updateNotification({ id, message, autoClose: TOAST_MS }, store),
          role: tone === 'error' ? 'alert' : 'status',
          icon: <Icon size={18} stroke={2.2} aria-hidden="true" />,
          classNames: styles,
          attributes: { root: { 'data-tone': tone } },
          closeButtonProps: { 'aria-label': t('frame.close') },
        },
        store,
      );
    };
    const drain = (): void => drainToasts().forEach(show);
    drain();
    return subscribeToasts(drain);
  }, [store, t]);

  return (
    <MantineRoot>
      {layer && (
        <Notifications
          store={store}
          position="top-center"
          className={styles.toasts}
          limit={TOASTS_MAX}
          autoClose={TOAST_MS}
          zIndex="var(--ok-layer-toast)"
          portalProps={{ target: layer }}
        />
      )}
    </MantineRoot>
  );
}
