import type { DataExport } from '@app/contract/people/exports';
import { IconAlertCircle, IconCircleCheck, IconDownload, IconPackage } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { exportsApi } from '#contract/people/exports';
import { securityApi } from '#contract/people/security';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatDate, formatDateTime } from '../../platform/format/format.ts';
import { formatBytes } from '../../platform/format/format-bytes.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { PasswordDialog } from '../security/password-dialog.tsx';
import styles from './data.module.css';
import { useExport } from './use-export.ts';

export function ExportPanel({ known }: { known: DataExport }) {
  const t = useText('data');
  const [archive, setArchive] = useExport(known);
  const passwordDialog = useRef<HTMLDialogElement>(null);
  const [pendingAction, setPendingAction] = useState<'start' | 'download'>();
  const { isSending, submit } = useSubmit({
    onError(error) {
      if (!isApiError(error) || error.body.code !== 'current_password_required') return false;
      requestPassword('start');
      return true;
    },
  });

  function requestPassword(what: 'start' | 'download'): void {
    setPendingAction(what);
    if (!passwordDialog.current?.open) passwordDialog.current?.showModal();
  }

  const start = (password?: string): Promise<void> =>
    submit(async () => {
      setArchive(await call(exportsApi.start, { body: { current_password: password } }));
      passwordDialog.current?.close();
    });

  const download = (href: string, password?: string): Promise<void> =>
    submit(async () => {
      if (password) await call(securityApi.reauthenticate, { body: { password } });
      // Checks first, because an error response would be saved as the file.
      const { status } = await fetch(href, { method: 'HEAD' });
      if (status === 403) return requestPassword('download');
      passwordDialog.current?.close();
      window.location.assign(href);
    });

  const renderRequestButton = (label: string, look: 'primary' | 'light') => (
    <button type="button" className={button(look)} aria-busy={isSending} onClick={() => void start()}>
      {label}
    </button>
  );

  return (
    <section className={styles.section} aria-labelledby="export-title">
      <h2 id="export-title">{t('data.export.title')}</h2>
      <p className={styles.text}>{t('data.export.text')}</p>
      {}
      <div role="status">
        <ExportState
          archive={archive}
          renderRequestButton={renderRequestButton}
          onDownload={(href) => void download(href)}
        />
      </div>
      <PasswordDialog
        ref={passwordDialog}
        words={{
          title: t('data.proof.title'),
          text: t('data.proof.text'),
          password: t('data.password'),
          show: t('data.password.show'),
          verb: t(pendingAction === 'download' ? 'data.export.download' : 'data.export.request'),
        }}
        needsPassword
        isSending={isSending}
        isOpen={pendingAction !== undefined}
        onPassword={(password) =>
          void (pendingAction === 'download' ? download(archive.href ?? '', password) : start(password))
        }
      />
    </section>
  );
}

interface StateProps {
  archive: DataExport;
  renderRequestButton: (label: string, look: 'primary' | 'light') => ReactNode;
  onDownload: (href: string) => void;
}

function ExportState({ archive, renderRequestButton, onDownload }: StateProps) {
  const t = useText('data');
  const lang = useLanguage();
  const { state, progress, bytes, href, expires_at, next_at } = archive;
  if (state === 'none') return renderRequestButton(t('data.export.request'), 'primary');
  if (state === 'failed') {
    return (
      <>
        <div className={styles.state} data-tone="berry">
          <IconAlertCircle size={24} stroke={ICON_STROKE} aria-hidden="true" />
          <p>
            <strong>{t('data.export.failed')}</strong>
            <span>{t('data.export.failedText')}</span>
          </p>
        </div>
        {renderRequestButton(t('data.export.request'), 'primary')}
      </>
    );
  }
  if (state === 'ready') {
    const size = formatBytes(lang, bytes);
    const handleDownload = (event: MouseEvent): void => {
      event.preventDefault();
      onDownload(href ?? '');
    };
    return (
      <>
        <div className={styles.state} data-tone="pine">
          <IconCircleCheck size={24} stroke={ICON_STROKE} aria-hidden="true" />
          <p>
            <strong>{t('data.export.ready')}</strong>
            <span>{t('data.export.until', { size, date: formatDate(expires_at ?? '') })}</span>
          </p>
        </div>
        <div className={styles.actions}>
          {/* A plain link, because the target is a file and not a route. */}
          <a href={href ?? ''} download className={button('primary')} onClick={handleDownload}>
            <IconDownload size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('data.export.download')}
          </a>
          {next_at === null && renderRequestButton(t('data.export.again'), 'light')}
        </div>
        {next_at !== null && <p className={styles.note}>{t('data.export.next', { date: formatDateTime(next_at) })}</p>}
      </>
    );
  }
  return (
    <div className={styles.state}>
      <IconPackage size={24} stroke={ICON_STROKE} aria-hidden="true" />
      <p>
        <strong>
          {t(`data.export.${state}`)}
          {state === 'running' && <b>{t('data.export.percent', { percent: progress })}</b>}
        </strong>
        <progress max={100} value={state === 'running' ? progress : undefined} aria-label={t(`data.export.${state}`)} />
        <span>{t('data.export.leave')}</span>
      </p>
    </div>
  );
}
