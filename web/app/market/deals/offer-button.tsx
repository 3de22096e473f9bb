import { IconTag } from 'virtual:icons';
import type { Offer } from '@app/contract/market/deals';
import { type ReactNode, Suspense, useState } from 'react';
import { ICON_STROKE } from '../../ui/icon.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const PriceDialog = lazyPart(async () => (await import('./price-dialog.tsx')).PriceDialog);

interface OfferButtonProps {
  adId: number;
  price: number;
  className: string;
  children: ReactNode;
  onSent?: (offer: Offer) => void;
}

/** Opens the dialog that offers a price for somebody else's ad. */
export function OfferButton({ adId, price, className, children, onSent }: OfferButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        <IconTag size={20} stroke={ICON_STROKE} aria-hidden="true" />
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <PriceDialog
            about={{ board_id: adId }}
            price={price}
            onSent={(offer) => onSent?.(offer)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
