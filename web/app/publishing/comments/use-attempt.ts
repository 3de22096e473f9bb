import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';

/** Does something with a comment and tells of a failure. Resolves with whether it succeeded. */
export type Attempt = (work: () => Promise<void>) => Promise<boolean>;

export function useAttempt(): Attempt {
  const t = useText('comments');
  return async (work) => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t(error.status === 0 ? 'frame.error.network' : 'frame.error.generic'));
      return false;
    }
  };
}
