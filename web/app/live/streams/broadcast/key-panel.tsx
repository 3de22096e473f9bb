import { IconCopy } from 'virtual:icons';
import { useState } from 'react';
import { streamsApi } from '#contract/live/streams';
import { call } from '../../../platform/call.ts';
import { formatDate } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { button } from '../../../ui/button.ts';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { copyText } from '../../../ui/text/copy-text.ts';
import styles from './key-panel.module.css';

function KeyRow({ label, value }: { label: string; value: string }) {
  const t = useText('streams');
  return (
    <div className={styles.line}>
      <span>{label}</span>
      <code>{value}</code>
      <IconButton
        icon={IconCopy}
        label={`${t('streams.obs.copy')}: ${label}`}
        size={20}
        title={t('streams.obs.copy')}
        onClick={() => void copyText(value, t('streams.obs.copied'), t('frame.error.generic'))}
      />
    </div>
  );
}

export function KeyPanel() {
  const t = useText('streams');
  const { value: keyInfo, hasFailed, message } = useLoaded('key', () => call(streamsApi.key));
  const [fresh, setFresh] = useState('');
  const { isSending, submit } = useSubmit();

  const createKey = (): Promise<void> =>
    submit(async () => {
      setFresh((await call(streamsApi.createKey)).key);
    });

  return (
    <section className={styles.panel} aria-label={t('streams.dialog.obs')}>
      <p>{t('streams.obs.text')}</p>
      {hasFailed && <p role="alert">{message || t('frame.error.network')}</p>}
      {keyInfo !== null && (
        <>
          <KeyRow label={t('streams.obs.address')} value={keyInfo.server} />
          {fresh === '' ? (
            <div className={styles.line}>
              <span>{t('streams.obs.key')}</span>
              <p className="dim">
                {keyInfo.has_key === 1
                  ? t('streams.obs.key.kept', { hint: keyInfo.hint, date: formatDate(keyInfo.created ?? '') })
                  : t('streams.obs.key.none')}
              </p>
            </div>
          ) : (
            <>
              <KeyRow label={t('streams.obs.key')} value={fresh} />
              <p className={styles.once} role="status">
                {t('streams.obs.key.once')}
              </p>
            </>
          )}
          {fresh === '' && (
            <div className={styles.make}>
              <TextButton
                text={t(keyInfo.has_key === 1 ? 'streams.obs.key.renew' : 'streams.obs.key.make')}
                className={button('plain', 'small')}
                aria-busy={isSending}
                onClick={() => void createKey()}
              />
              {keyInfo.has_key === 1 && <small>{t('streams.obs.key.renewText')}</small>}
            </div>
          )}
        </>
      )}
    </section>
  );
}
