import { useRef, useState } from 'react';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../toast/toast.ts';

interface Submit {
  isSending: boolean;
  /** Run unless one is running; a second press meanwhile only says so. Failures become a toast with the server's words. */
  submit(send: () => Promise<void>): Promise<void>;
}

interface SubmitOptions {
  /** What to say when the server says nothing. */
  fallback?: string;
  /** What a second press is told; the general words when absent. */
  wait?: string;
  /** Handles a refusal itself by answering true. */
  onError?: (error: unknown) => boolean | undefined;
}

/** A toast stays this long: saying the same meanwhile would only pile up. */
const NOTICE_VISIBLE_MS = 5000;

/** One form, one request at a time. */
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
