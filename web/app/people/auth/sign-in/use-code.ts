import { useState } from 'react';
import { isApiError } from '../../../platform/api-error.ts';

interface Code {
  value: string;
  error: string | undefined;
  change: (value: string) => void;
  /** Empties the boxes and keeps the server's message until the next digit. */
  reject: (error: unknown) => void;
}

export function useCode(): Code {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  return {
    value,
    error,
    change(typed) {
      setValue(typed);
      if (typed !== '') setError(undefined);
    },
    reject(reason) {
      setValue('');
      setError((isApiError(reason) && reason.body.message) || undefined);
    },
  };
}
