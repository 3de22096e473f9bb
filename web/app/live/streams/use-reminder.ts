import type { Stream } from '@app/contract/live/streams';
import { useState } from 'react';
import { streamsApi } from '#contract/live/streams';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../../ui/toast/toast.ts';

/** Sets or removes the reminder optimistically, and reverts when the request fails. */
export function useReminder(stream: Stream): { isOn: boolean; setReminder(isOn: boolean): Promise<void> } {
  const t = useText('streams');
  const [shown, setShown] = useState({ of: stream, isOn: stream.reminded === 1, isSending: false });
  const state = shown.of === stream ? shown : { of: stream, isOn: stream.reminded === 1, isSending: false };
  return {
    isOn: state.isOn,
    async setReminder(isOn) {
      if (state.isSending) return toast.info(t('frame.wait'));
      setShown({ of: stream, isOn, isSending: true });
      try {
        const { reminded } = await call(streamsApi.remind, {
          params: { id: stream.stream_id },
          body: { on: isOn ? 1 : 0 },
        });
        setShown({ of: stream, isOn: reminded === 1, isSending: false });
        toast.success(t(reminded === 1 ? 'streams.remind.on' : 'streams.remind.off'));
      } catch (error) {
        setShown({ of: stream, isOn: !isOn, isSending: false });
        if (!isApiError(error)) throw error;
        toast.error([t('streams.remind.failed'), error.body.message].filter(Boolean).join('. '));
      }
    },
  };
}
