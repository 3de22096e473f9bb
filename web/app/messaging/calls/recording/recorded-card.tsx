import { IconDownload, IconTrash } from 'virtual:icons';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { formatDateTime } from '../../../platform/format/format.ts';
import { formatBytes } from '../../../platform/format/format-bytes.ts';
import { dateTimeFieldsOf } from '../../../platform/format/schedule-times.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { useCalls } from '../use-calls.ts';
import dark from '../window/call-window.module.css';
import { formatTimer } from '../window/format-timer.ts';
import type { FinishedRecording } from './recorder.ts';
import styles from './recording.module.css';
import { useFinishedRecordings } from './use-recording.ts';

const ICON = { size: 19, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const SECOND_MS = 1000;

/** Formats `2026-11-22 18-05`; file names must not contain a colon. */
function stampOf(ms: number): string {
  const { date, time } = dateTimeFieldsOf(new Date(ms));
  return `${date} ${time.replace(':', '-')}`;
}

/** Starts a browser download. The browser reads the file as long as this page is open. */
function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
}

export function FinishedRecordingCards({ place }: { place: 'call' | 'page' }) {
  const recorded = useFinishedRecordings();
  if (recorded.length === 0) return null;
  const cards = recorded.map((one) => <FinishedRecordingCard key={one.begunAt} recorded={one} />);
  if (place === 'call') return <div className={styles.inCall}>{cards}</div>;
  return createPortal(<div className={`${dark.dark} ${styles.cards}`}>{cards}</div>, document.body);
}

type CardStep = 'waits' | 'asks' | 'saved';
const TITLES = {
  waits: 'calls.record.done',
  asks: 'calls.record.drop.ask',
  saved: 'calls.record.saved',
} as const;

function FinishedRecordingCard({ recorded }: { recorded: FinishedRecording }) {
  const t = useText('calls');
  const lang = useLanguage();
  const { recordings } = useCalls().calls;
  const [step, setStep] = useState<CardStep>('waits');
  const { begunAt, ms, file, extension } = recorded;
  const begun = new Date(begunAt).toISOString();

  function save(): void {
    download(file, `${t('calls.record.name', { stamp: stampOf(begunAt) })}.${extension}`);
    setStep('saved');
  }

  return (
    <section className={styles.card} aria-label={t('calls.record.done')}>
      <p role="status">
        <b>{t(TITLES[step])}</b>
        <span className={styles.about}>
          <time dateTime={begun}>{formatDateTime(begun)}</time>
          <span className="num">{formatTimer(Math.round(ms / SECOND_MS))}</span>
          <span>{formatBytes(lang, file.size)}</span>
        </span>
      </p>
      <span className={styles.actions}>
        {step === 'waits' && (
          <>
            <TextButton
              icon={IconDownload}
              size={19}
              text={t('calls.record.save')}
              className={styles.yes}
              onClick={save}
            />
            <button type="button" aria-label={t('calls.record.drop')} onClick={() => setStep('asks')}>
              <IconTrash {...ICON} />
            </button>
          </>
        )}
        {step === 'asks' && (
          <>
            <TextButton text={t('calls.record.drop')} onClick={() => recordings.dismiss(recorded, 'dropped')} />
            <TextButton text={t('calls.record.drop.no')} className={styles.yes} onClick={() => setStep('waits')} />
          </>
        )}
        {step === 'saved' && (
          <>
            <TextButton
              text={t('calls.record.ready')}
              className={styles.yes}
              onClick={() => recordings.dismiss(recorded, 'taken')}
            />
            <TextButton text={t('calls.record.again')} onClick={save} />
          </>
        )}
      </span>
    </section>
  );
}
