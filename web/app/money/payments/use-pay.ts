import { useNavigate } from 'react-router';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';
import { closeSubscribePrompt } from './subscribe-prompt.ts';

interface Pay {
  isSending: boolean;
  /** Start a payment and go where its answer says. */
  pay(start: () => Promise<string>): void;
}

/** Begin a payment. Who has no e-mail for the receipt is led to where it is added. */
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
