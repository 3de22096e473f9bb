import { useState } from 'react';
import { circleApi } from '#contract/people/circle';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';

interface MutedUser {
  id: number;
  muted?: 0 | 1 | undefined;
}

export function useMute(user: MutedUser, onDone: (() => void) | undefined) {
  const t = useText('circle');
  const [lifted, setLifted] = useState<MutedUser | null>(null);

  async function unmute(): Promise<void> {
    setLifted(user);
    try {
      await call(circleApi.unmute, { params: { id: user.id } });
      toast.success(t('circle.done.unmute'));
      onDone?.();
    } catch (error) {
      setLifted(null);
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('frame.error.generic'));
    }
  }

  return { isMuted: user.muted === 1 && lifted !== user, unmute };
}
