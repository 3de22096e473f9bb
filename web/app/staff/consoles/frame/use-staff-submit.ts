import { useState } from 'react';
import { isApiError } from '../../../platform/api-error.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';

type FieldErrors = Readonly<Record<string, string>>;

interface StaffSubmit {
  isSending: boolean;
  submit(send: () => Promise<void>): Promise<void>;
  errors: FieldErrors;
  clear(field: string): void;
}

const SERVER_ERROR = 500;

/**
 * Submits staff actions. Shows field errors at the fields, other rejections with the server's message, and a general
 * message for everything else. `onError` returns true when it has handled the error.
 */
export function useStaffSubmit(onError?: (error: unknown) => boolean): StaffSubmit {
  const t = useText('admin');
  const [errors, setErrors] = useState<FieldErrors>({});
  const { isSending, submit } = useSubmit({ onError: handleError });

  function handleError(error: unknown): boolean {
    if (onError?.(error)) return true;
    if (!isApiError(error)) return false;
    if (error.body.fields !== undefined) setErrors(error.body.fields);
    const isOurs = error.status === 0 || error.status >= SERVER_ERROR;
    toast.error((!isOurs && error.body.message) || t('admin.wrong'));
    return true;
  }

  return {
    isSending,
    errors,
    submit(send) {
      setErrors({});
      return submit(send);
    },
    clear: (field) => setErrors(({ [field]: _, ...rest }) => rest),
  };
}
