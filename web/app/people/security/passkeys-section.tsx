import { IconFingerprint, IconKey, IconPencil, IconPlus, IconTrash } from 'virtual:icons';
import type { Factors, Passkey } from '@app/contract/people/security';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { PASSKEY_NAME_MAX, PASSKEYS_MAX, securityApi } from '#contract/people/security';
import { call } from '../../platform/call.ts';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { IconButton } from '../../ui/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { createPasskey, isCancelled, isKnownAlready } from '../auth/passkey-ceremony.ts';
import { useReauthentication } from './reauthentication-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import styles from './security.module.css';
import { usePasskeyObstacle } from './use-passkey-obstacle.ts';

export function PasskeysSection({ factors }: { factors: Factors }) {
  const t = useText('security');
  const { revalidate } = useRevalidator();
  const { passkeys, passkey_host } = factors;
  const obstacle = usePasskeyObstacle(passkey_host);
  const { dialog, withReauthentication: withProof } = useReauthentication({
    hasPasskey: passkeys.length > 0 && obstacle === null,
  });
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const { isSending, submit } = useSubmit({
    onError(error) {
      if (isKnownAlready(error)) toast.info(t('security.passkeys.known'));
      return isCancelled(error) || isKnownAlready(error);
    },
  });

  const add = (): Promise<void> =>
    submit(async () => {
      const isAdded = await withProof(() => createPasskey().then(() => true));
      if (isAdded) toast.success(t('security.passkeys.added'));
      await revalidate();
    });

  const remove = ({ id }: Passkey): Promise<void> =>
    submit(async () => {
      setRemoved(null);
      if (await withProof(() => call(securityApi.removePasskey, { params: { id } })))
        toast.success(t('security.passkeys.removed'));
      await revalidate();
    });

  return (
    <Section icon={IconFingerprint} title={t('security.passkeys.title')}>
      <p className="dim">{t('security.passkeys.text')}</p>
      {passkeys.length > 0 && (
        <ul className={styles.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      )}
      {obstacle !== null && <p className="small">{t(`security.passkeys.${obstacle}`)}</p>}
      {obstacle === null && passkeys.length < PASSKEYS_MAX && (
        <div className={styles.actions}>
          <button type="button" className={button('light')} disabled={isSending} onClick={() => void add()}>
            <IconPlus size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t('security.passkeys.add')}
          </button>
        </div>
      )}
      {removed && (
        <ConfirmDialog
          question={t('security.passkeys.removeQuestion', { name: removed.name })}
          verb={t('security.passkeys.remove')}
          isBusy={isSending}
          onConfirm={() => void remove(removed)}
          onClose={() => setRemoved(null)}
        >
          <p>{t('security.passkeys.removeText')}</p>
        </ConfirmDialog>
      )}
      {renamed && (
        <RenameDialog
          title={t('security.passkeys.rename')}
          name={renamed.name}
          maxLength={PASSKEY_NAME_MAX}
          onSave={async (name) => {
            await call(securityApi.renamePasskey, { params: { id: renamed.id }, body: { name } });
            setRenamed(null);
            await revalidate();
          }}
          onClose={() => setRenamed(null)}
        />
      )}
      {dialog}
    </Section>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey: { name, created, last_used, synced }, onRename, onRemove }: PasskeyRowProps) {
  const t = useText('security');
  return (
    <li className={styles.row}>
      <span className={styles.rowIcon} aria-hidden="true">
        <IconKey size={22} stroke={ICON_STROKE} />
      </span>
      <div className={styles.rowText}>
        <p className={styles.rowTitle}>{name}</p>
        <p className={styles.facts}>
          <span>{t('security.passkeys.since', { date: formatDate(created) })}</span>
          <span>
            {last_used ? t('security.passkeys.used', { date: formatDate(last_used) }) : t('security.passkeys.unused')}
          </span>
          {synced === 1 && <span>{t('security.passkeys.synced')}</span>}
        </p>
      </div>
      <div className={styles.rowTools}>
        <IconButton
          size={20}
          icon={IconPencil}
          label={t('security.passkeys.renameThis', { name })}
          onClick={onRename}
        />
        <IconButton size={20} icon={IconTrash} label={t('security.passkeys.removeThis', { name })} onClick={onRemove} />
      </div>
    </li>
  );
}
