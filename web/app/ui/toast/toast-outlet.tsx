import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { drainToasts, showStoredToasts, subscribeToasts, waitingToasts } from './toast.ts';
import styles from './toast-outlet.module.css';
import { useToastLayer } from './use-toast-layer.ts';

const NONE: ReturnType<typeof waitingToasts> = [];
const PLAIN_MS = 6000;

/** Text-only toasts, used when the toast component cannot be loaded because the connection is lost. */
function PlainToasts() {
  const layer = useToastLayer();
  const toasts = useSyncExternalStore(subscribeToasts, waitingToasts, () => NONE);
  useEffect(() => {
    if (toasts.length === 0) return;
    const timer = setTimeout(drainToasts, PLAIN_MS);
    return () => clearTimeout(timer);
  }, [toasts]);
  return (
    layer &&
    createPortal(
      <div role="alert" className={styles.plain}>
        {toasts.map(({ id, message }) => (
          <p key={id}>{message}</p>
        ))}
      </div>,
      layer,
    )
  );
}

export function ToastOutlet() {
  const [Host, setHost] = useState<ComponentType | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    let isLoading = false;
    const check = (): void => {
      if (isLoading || waitingToasts().length === 0) return;
      isLoading = true;
      import('./toast-host.tsx').then(
        ({ ToastHost }) => setHost(() => ToastHost),
        () => {
          isLoading = false;
          setIsFailed(true);
        },
      );
    };
    showStoredToasts();
    check();
    return subscribeToasts(check);
  }, []);
  if (Host !== null) return <Host />;
  return isFailed ? <PlainToasts /> : null;
}
