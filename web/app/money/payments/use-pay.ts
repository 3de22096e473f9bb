import { useNavigate } from 'react-router';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';
import { rememberPayReturn } from './pay-return.ts';
import { closeSubscribePrompt } from './subscribe-prompt.ts';

interface Pay {
  isSending: boolean;
  /** `returnTo` is the page that needs this payment. */
  pay(start: () => Promise<string>, returnTo?: string | null): void;
}

/** Starts a payment. A user without an email for the receipt is sent to the profile to add one. */
export function usePay(): Pay {
  const t = useText('payments');
  const navigate = useNavigate();
  const { isSending, submit } = useSubmit({
    onError(error) {
      if (!isApiError(error) || error.body.code !== 'email_required') return false;
      toast.error(t('payments.email.required'), {
        action: { label: t('payments.email.add'), onPress: addEmail },
      });
      return true;
    },
  });

  function addEmail(): void {
    closeSubscribePrompt();
    void navigate('/profile/settings');
  }

  async function leave(start: () => Promise<string>, returnTo: string | null): Promise<void> {
    const address = await start();
    rememberPayReturn(returnTo);
    window.location.assign(address);
  }

  return { isSending, pay: (start, returnTo = null) => void submit(() => leave(start, returnTo)) };
}
