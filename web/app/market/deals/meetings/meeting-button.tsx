import { IconCalendarEvent } from 'virtual:icons';
import type { Meeting } from '@app/contract/market/meetings';
import { type ReactNode, Suspense, useState } from 'react';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const MeetingDialog = lazyPart(async () => (await import('./meeting-dialog.tsx')).MeetingDialog);

interface MeetingButtonProps {
  adId: number;
  userId: number;
  className: string;
  children: ReactNode;
  onSent?: (meeting: Meeting) => void;
}

/** Opens the dialog that proposes a meeting about an ad. */
export function MeetingButton({ adId, userId, className, children, onSent }: MeetingButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <IconCalendarEvent size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <MeetingDialog
            about={{ board_id: adId, user_id: userId }}
            onSent={(meeting) => onSent?.(meeting)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
