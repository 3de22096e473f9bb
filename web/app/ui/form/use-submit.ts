import { useRef, useState } from 'react';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../toast/toast.ts';

interface Submit {
  isSending: boolean;
  /**
   * Runs `send` unless a run is in progress; a second press only shows a message. Errors become a toast with the
   * server's message.
   */
  submit(send: () => Promise<void>): Promise<void>;
}

export interface SubmitOptions {
  fallback?: string;
  wait?: string;
  /** Returns true when it has handled the error itself. */
  onError?: (error: unknown) => boolean | undefined;
}

/** Duration of a toast in milliseconds; the same message is not repeated meanwhile. */
const NOTICE_VISIBLE_MS = 5000;

export function useSubmit({ fallback, wait, onError }: SubmitOptions = {}): Submit {
  const t = useText();
  const running = useRef(false);
  const notifiedAt = useRef(0);
  const [isSending, setSending] = useState(false);

  async function submit(send: () => Promise<void>): Promise<void> {
    if (running.current) {
      if (Date.now() - notifiedAt.current > NOTICE_VISIBLE_MS) toast.info(wait ?? t('frame.wait'));
      notifiedAt.current = Date.now();
      return;
    }
    running.current = true;
    notifiedAt.current = 0;
    setSending(true);
    try {
      await send();
    } catch (error) {
      if (onError?.(error)) return;
      if (!isApiError(error)) throw error;
      toast.error(
        error.body.message || fallback || t(error.status === 0 ? 'frame.error.network' : 'frame.error.generic'),
      );
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  return { isSending, submit };
}
