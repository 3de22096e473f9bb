import { useRevalidator } from 'react-router';
import { isApiError } from '../../../platform/api-error.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';

const SERVER_ERROR = 500;

type OnError = (error: unknown) => boolean;

/**
 * Shows rejections with the server's message, and a general message for everything else. `onError` returns true when it
 * has handled the error.
 */
export function useStaffErrors(onError?: OnError): OnError {
  const t = useText('admin');
  return (error) => {
    if (onError?.(error)) return true;
    if (!isApiError(error)) return false;
    const isOurs = error.status === 0 || error.status >= SERVER_ERROR;
    toast.error((!isOurs && error.body.message) || t('admin.wrong'));
    return true;
  };
}

/** Shows the message that an action returned, and reloads the page; `false` means that nothing happened. */
export function useFinish(): (message: unknown) => Promise<void> {
  const { revalidate } = useRevalidator();
  return async (message) => {
    if (message === false) return;
    if (typeof message === 'string') toast.success(message);
    await revalidate();
  };
}

/** Sends actions of staff one at a time. `run` finishes them as {@link useFinish} says. */
export function useStaffAction(onError?: OnError) {
  const finish = useFinish();
  const { isSending, submit } = useSubmit({ onError: useStaffErrors(onError) });
  const run = (action: () => Promise<unknown>): Promise<void> => submit(async () => finish(await action()));
  return { isSending, submit, run };
}
