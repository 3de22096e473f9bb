import { lazy, Suspense, useEffect, useState } from 'react';
import { subscribeToasts, waitingToasts } from './toast.ts';

const ToastHost = lazy(() => import('./toast-host.tsx').then(({ ToastHost }) => ({ default: ToastHost })));

/** Stands in the root and costs nothing until there is something to say. */
export function ToastOutlet() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    const check = (): void => {
      if (waitingToasts().length > 0) setNeeded(true);
    };
    check();
    return subscribeToasts(check);
  }, []);
  return needed ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}
