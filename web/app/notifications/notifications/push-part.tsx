import { useEffect, useState } from 'react';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './notification-settings.module.css';
import { getPushState, type PushState, turnPushOff, turnPushOn } from './push-device.ts';

interface PushPartProps {
  viewerId: number;
  devices: number;
  onChanged: () => void;
}

/** State of pushes on this device and, if unavailable, the reason. */
export function PushPart({ viewerId, devices, onChanged }: PushPartProps) {
  const t = useText('bell-settings');
  const [state, setState] = useState<PushState | 'checking'>('checking');
  const { isSending, submit } = useSubmit({
    onError(error) {
      toast.error((isApiError(error) && error.message) || t('bell-settings.push.failed'));
      return true;
    },
  });
  useEffect(() => {
    getPushState(viewerId).then(setState, () => setState('unsupported'));
  }, [viewerId]);

  const turn = (run: () => Promise<PushState>): Promise<void> =>
    submit(async () => {
      setState(await run());
      onChanged();
    });

  return (
    <section className={styles.part} aria-labelledby="push">
      <h2 id="push">{t('bell-settings.push.title')}</h2>
      <div className={styles.line}>
        <p role="status" className="dim">
          {t(`bell-settings.push.${state}`)}
          {devices > 0 && <span className={styles.devices}>{t('bell-settings.push.devices', { count: devices })}</span>}
        </p>
        {state === 'off' && (
          <button
            type="button"
            className={button('primary')}
            aria-busy={isSending}
            onClick={() => void turn(() => turnPushOn(viewerId))}
          >
            {t('bell-settings.push.enable')}
          </button>
        )}
        {state === 'on' && (
          <button
            type="button"
            className={button('plain')}
            aria-busy={isSending}
            onClick={() => void turn(turnPushOff)}
          >
            {t('bell-settings.push.disable')}
          </button>
        )}
      </div>
    </section>
  );
}
