import { useText } from '../../platform/i18n.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { type ComplaintAbout, type ComplaintKind, complaintKind } from './complaint-about.ts';
import { ComplaintFields } from './complaint-fields.tsx';

const TITLES: Partial<Record<ComplaintKind, 'comment' | 'publication' | 'audio' | 'review'>> = {
  comment: 'comment',
  publication_comment: 'comment',
  publication: 'publication',
  audio: 'audio',
  deal_review: 'review',
};

export function ReportDialog({ about, onClose }: { about: ComplaintAbout; onClose: () => void }) {
  const t = useText('complaints');
  return (
    <Dialog title={t(`complaints.${TITLES[complaintKind(about)] ?? 'user'}.title`)} onClose={onClose}>
      <ComplaintFields about={about} onClose={onClose} />
    </Dialog>
  );
}
