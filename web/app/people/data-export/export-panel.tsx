import { IconAlertCircle, IconCircleCheck, IconDownload, IconPackage } from 'virtual:icons';
import type { DataExport } from '@app/contract/people/exports';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { exportsApi } from '#contract/people/exports';
import { ApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatDate, formatDateTime } from '../../platform/format/format.ts';
import { formatBytes } from '../../platform/format/format-bytes.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { useReauthentication } from '../security/reauthentication-dialog.tsx';
import styles from './data.module.css';
import { useExport } from './use-export.ts';

export function ExportPanel({ known }: { known: DataExport }) {
  const t = useText('data');
  const [archive, setArchive] = useExport(known);
  const [isDownload, setDownload] = useState(false);
  const { isSending, submit } = useSubmit();
  const { dialog, withReauthentication } = useReauthentication({
    words: {
      title: t('data.proof.title'),
      text: t('data.proof.text'),
      password: t('data.password'),
      verb: t(isDownload ? 'data.export.download' : 'data.export.request'),
    },
  });

  const start = (): Promise<void> =>
    submit(async () => {
      setDownload(false);
      const started = await withReauthentication(() => call(exportsApi.start, { body: {} }));
      if (started) setArchive(started);
    });

  const download = (href: string): Promise<void> =>
    submit(async () => {
      setDownload(true);
      await withReauthentication(async () => {
        // Checks first, because an error response would be saved as the file.
        const { status } = await fetch(href, { method: 'HEAD' });
        if (status === 403) throw new ApiError(status, { code: 'current_password_required', message: '' });
        window.location.assign(href);
      });
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
      {dialog}
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
