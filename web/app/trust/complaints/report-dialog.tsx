import { useEffect, useId, useRef } from 'react';
import { useText } from '../../platform/i18n.tsx';
import frame from '../../ui/dialog.module.css';
import { type ComplaintAbout, type ComplaintKind, complaintKind } from './complaint-about.ts';
import { ComplaintFields } from './complaint-fields.tsx';
import styles from './report-dialog.module.css';

const TITLES: Partial<Record<ComplaintKind, 'comment' | 'publication' | 'audio'>> = {
  comment: 'comment',
  publication_comment: 'comment',
  publication: 'publication',
  audio: 'audio',
};

export function ReportDialog({ about, onClose }: { about: ComplaintAbout; onClose: () => void }) {
  const t = useText('complaints');
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={frame.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className={styles.title}>
        {t(`complaints.${TITLES[complaintKind(about)] ?? 'user'}.title`)}
      </h2>
      <ComplaintFields about={about} onClose={() => dialog.current?.close()} />
    </dialog>
  );
}
