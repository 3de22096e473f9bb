import type { ComponentType } from 'react';
import { circleApi } from '#contract/people/circle';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { loadSlot } from '../../../platform/slots.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { MuteDialog } from './mute-dialog.tsx';

declare module '../../../platform/slots.ts' {
  interface Slots {
    ReportDialog: ComponentType<{ about: { complain_id: number }; onClose: () => void }>;
  }
}

const ReportDialog = lazyPart(() => loadSlot('ReportDialog'));

export type PersonDialog = 'remove' | 'block' | 'mute' | 'report';

interface Person {
  id: number;
  firstname: string;
  lastname: string;
}

type BlockDialogProps = Pick<PersonDialogsProps, 'user' | 'onDone' | 'onClose'>;

function BlockDialog({ user, onDone, onClose }: BlockDialogProps) {
  const t = useText('circle');
  const { isSending, submit } = useSubmit({ fallback: t('frame.error.generic') });
  const name = `${user.firstname} ${user.lastname}`.trim();

  const block = (): Promise<void> =>
    submit(async () => {
      await call(circleApi.block, { params: { id: user.id } });
      toast.success(t('circle.done.block'));
      onDone?.();
      onClose();
    });

  return (
    <ConfirmDialog
      question={t('circle.block.question')}
      verb={t('circle.block.verb')}
      isBusy={isSending}
      onConfirm={() => void block()}
      onClose={onClose}
    >
      {t('circle.block.text', { name })}
    </ConfirmDialog>
  );
}

interface PersonDialogsProps {
  user: Person;
  dialog: PersonDialog;
  onRemove: () => void;
  onDone: (() => void) | undefined;
  onClose: () => void;
}

export function PersonDialogs({ user, dialog, onRemove, onDone, onClose }: PersonDialogsProps) {
  const t = useText('circle');
  const name = `${user.firstname} ${user.lastname}`.trim();
  if (dialog === 'block') return <BlockDialog user={user} onDone={onDone} onClose={onClose} />;
  if (dialog === 'mute') return <MuteDialog user={user} onDone={onDone} onClose={onClose} />;
  if (dialog === 'report') return <ReportDialog about={{ complain_id: user.id }} onClose={onClose} />;
  return (
    <ConfirmDialog
      question={t('circle.remove.question')}
      verb={t('circle.remove.verb')}
      onConfirm={() => {
        onClose();
        onRemove();
      }}
      onClose={onClose}
    >
      {t('circle.remove.text', { name })}
    </ConfirmDialog>
  );
}
