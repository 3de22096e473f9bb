import '@mantine/core/styles/Input.css';
import { IconCopy } from 'virtual:icons';
import { TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { SECOND_FACTOR_CODE_MAX, securityApi, TOTP_DIGITS } from '#contract/people/security';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Dialog, DialogForm, DialogText } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';

const QrCode = lazy(() => import('./qr-code.tsx'));

export type TotpTask = { type: 'set up'; secret: string; uri: string } | { type: 'new codes' } | { type: 'switch off' };

interface TotpDialogProps {
  task: TotpTask;
  withProof<Result>(action: () => Promise<Result>): Promise<Result | undefined>;
  onClose: (isChanged: boolean) => void;
}

export function TotpDialog({ task, withProof, onClose }: TotpDialogProps) {
  const t = useText('security');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isChanged, setChanged] = useState(false);

  async function send(code: string): Promise<void> {
    if (task.type === 'switch off') {
      const done = await withProof(() => call(securityApi.disableTotp, { body: { code } }));
      if (done === undefined) return;
      toast.success(t('security.totp.isOff'));
      onClose(true);
      return;
    }
    const endpoint = task.type === 'set up' ? securityApi.confirmTotp : securityApi.generateRecoveryCodes;
    const made = await withProof(() => call(endpoint, { body: { code } }));
    if (made === undefined) return;
    setChanged(true);
    setCodes(made.codes);
  }

  return (
    <Dialog
      className={styles.wide}
      title={codes === null ? titleOf(t, task) : t('security.codes.title')}
      data-print={codes === null ? undefined : ''}
      // Esc must not close the dialog before the codes were saved, because they are shown only once.
      onCancel={(event) => {
        if (codes !== null) event.preventDefault();
      }}
      onClose={() => onClose(isChanged)}
    >
      {codes === null ? (
        <CodeForm task={task} onSend={send}>
          {task.type === 'set up' ? (
            <Secret secret={task.secret} uri={task.uri} />
          ) : (
            <DialogText>
              {t(task.type === 'switch off' ? 'security.totp.offText' : 'security.codes.newText')}
            </DialogText>
          )}
        </CodeForm>
      ) : (
        <RecoveryCodes codes={codes} onDone={() => onClose(true)} />
      )}
    </Dialog>
  );
}

type SecurityText = ReturnType<typeof useText<'security'>>;

function titleOf(t: SecurityText, { type }: TotpTask): string {
  if (type === 'set up') return t('security.totp.setUp');
  return t(type === 'switch off' ? 'security.totp.offTitle' : 'security.codes.newTitle');
}

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

function Secret({ secret, uri }: { secret: string; uri: string }) {
  const t = useText('security');

  const copy = (): Promise<void> => copyText(secret, t('security.totp.secretCopied'), t('security.copyFailed'));

  return (
    <>
      <DialogText>{t('security.totp.scan')}</DialogText>
      <div className={styles.secret}>
        <Suspense fallback={<span className={styles.qr} />}>
          <QrCode text={uri} label={t('security.totp.qr')} />
        </Suspense>
        <div className={styles.secretText}>
          <p className="dim">{t('security.totp.orType')}</p>
          <code className={styles.code}>{inFours(secret)}</code>
          <button type="button" className={button('plain', 'small')} onClick={() => void copy()}>
            <IconCopy size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('security.copy')}
          </button>
        </div>
      </div>
    </>
  );
}

interface CodeFormProps {
  task: TotpTask;
  onSend: (code: string) => Promise<void>;
  children: ReactNode;
}

function CodeForm({ task, onSend, children }: CodeFormProps) {
  const t = useText('security');
  const [code, setCode] = useState('');
  const { isSending, submit } = useSubmit({
    onError: () => {
      setCode('');
      return false;
    },
  });
  const isNew = task.type === 'set up';

  function handleSubmit(): void {
    if (code.replace(/[\s-]/g, '').length < TOTP_DIGITS) {
      toast.error(t('security.totp.codeEmpty'));
      return;
    }
    void submit(() => onSend(code));
  }

  return (
    <DialogForm
      verb={t(
        isNew ? 'security.totp.turnOn' : task.type === 'switch off' ? 'security.totp.turnOff' : 'security.codes.make',
      )}
      tone={task.type === 'switch off' ? 'danger' : 'primary'}
      isDisabled={isSending}
      onSubmit={handleSubmit}
    >
      {children}
      <TextInput
        label={t(isNew ? 'security.totp.code' : 'security.totp.anyCode')}
        autoComplete="one-time-code"
        inputMode={isNew ? 'numeric' : 'text'}
        maxLength={isNew ? TOTP_DIGITS + 1 : SECOND_FACTOR_CODE_MAX}
        spellCheck={false}
        classNames={{ input: 'num' }}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  );
}
