import { IconDeviceMobileCode } from 'virtual:icons';
import type { Factors } from '@app/contract/people/security';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { RECOVERY_CODES, securityApi } from '#contract/people/security';
import { call } from '../../platform/call.ts';
import { formatDate, formatDateTime } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useReauthentication } from './reauthentication-dialog.tsx';
import styles from './security.module.css';
import { TotpDialog, type TotpTask } from './totp-dialog.tsx';

const FEW_CODES = 3;

export function TotpSection({ factors }: { factors: Factors }) {
  const t = useText('security');
  const { revalidate } = useRevalidator();
  const { isSending, submit } = useSubmit();
  const { dialog, withReauthentication: withProof } = useReauthentication({ hasPasskey: factors.passkeys.length > 0 });
  const [task, setTask] = useState<TotpTask | null>(null);
  const isOn = factors.totp === 1;

  const startTask = (): Promise<void> =>
    submit(async () => {
      const secret = await withProof(() => call(securityApi.setUpTotp));
      if (secret !== undefined) setTask({ type: 'set up', ...secret });
    });

  return (
    <Section
      icon={IconDeviceMobileCode}
      title={t('security.totp.title')}
      state={isOn ? t('security.on') : t('security.off')}
      isOn={isOn}
    >
      <p className="dim">
        {isOn && factors.totp_since
          ? t('security.totp.since', { date: formatDate(factors.totp_since) })
          : t('security.totp.text')}
      </p>
      {factors.reset_due && <ResetNotice due={factors.reset_due} />}
      {isOn && (
        <p className={factors.codes_left <= FEW_CODES ? styles.warning : 'dim'}>
          {t('security.codes.left', { count: factors.codes_left, all: RECOVERY_CODES })}
        </p>
      )}
      <div className={styles.actions}>
        {isOn ? (
          <>
            <button type="button" className={button('plain')} onClick={() => setTask({ type: 'new codes' })}>
              {t('security.codes.newTitle')}
            </button>
            <button type="button" className={button('quiet')} onClick={() => setTask({ type: 'switch off' })}>
              {t('security.totp.turnOff')}
            </button>
          </>
        ) : (
          <button type="button" className={button('primary')} disabled={isSending} onClick={() => void startTask()}>
            {t('security.totp.turnOn')}
          </button>
        )}
      </div>
      {task && (
        <TotpDialog
          key={task.type}
          task={task}
          withProof={withProof}
          onClose={(isChanged) => {
            setTask(null);
            if (isChanged) void revalidate();
          }}
        />
      )}
      {dialog}
    </Section>
  );
}

/** Somebody who knows the password requested a reset of the second factor; the owner can cancel the reset here. */
function ResetNotice({ due }: { due: string }) {
  const t = useText('security');
  const { revalidate } = useRevalidator();
  const { isSending, submit } = useSubmit();
  return (
    <div className={styles.alert} role="alert">
      <p>{t('security.reset.notice', { date: formatDateTime(due) })}</p>
      <button
        type="button"
        className={button('danger', 'small')}
        disabled={isSending}
        onClick={() =>
          void submit(async () => {
            await call(securityApi.cancelReset);
            toast.success(t('security.reset.cancelled'));
            await revalidate();
          })
        }
      >
        {t('security.reset.cancel')}
      </button>
    </div>
  );
}
