import { useNavigate } from 'react-router';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';
import { closeSubscribePrompt } from './subscribe-prompt.ts';

interface Pay {
  isSending: boolean;
  pay(start: () => Promise<string>): void;
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

  return { isSending, pay: (start) => void submit(async () => window.location.assign(await start())) };
}
