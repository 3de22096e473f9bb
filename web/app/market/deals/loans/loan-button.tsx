import { IconCalendarDue } from 'virtual:icons';
import type { Offer } from '@app/contract/market/deals';
import { type ReactNode, Suspense, useState } from 'react';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const LoanDialog = lazyPart(async () => (await import('./loan-dialog.tsx')).LoanDialog);

interface LoanButtonProps {
  adId: number;
  /** The day that the owner named; '' for none. */
  day: string;
  className: string;
  children: ReactNode;
  onSent?: (offer: Offer) => void;
}

/** Opens the dialog that asks for somebody else's thing for a time. */
export function LoanButton({ adId, day, className, children, onSent }: LoanButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <IconCalendarDue size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <LoanDialog
            about={{ board_id: adId }}
            day={day}
            onSent={(offer) => onSent?.(offer)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
