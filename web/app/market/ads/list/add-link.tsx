import { IconPlus } from 'virtual:icons';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { openSubscribePrompt } from '../../../money/payments/subscribe-prompt.ts';
import type { SessionViewer } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';

/** Link to the form of a new ad: guests go through sign-in, users without a subscription to its offer. */
export function AddLink({
  viewer,
  className,
  children,
}: {
  viewer: SessionViewer | null;
  className: string;
  children: ReactNode;
}) {
  function offerSubscription(event: MouseEvent): void {
    if (!viewer || viewer.user_payed === 1 || viewer.user_grace === 1) return;
    event.preventDefault();
    openSubscribePrompt('/add');
  }
  return (
    <Link to={viewer ? '/add' : '/auth?next=/add'} className={className} onClick={offerSubscription}>
      {children}
    </Link>
  );
}

export function AddButton({ viewer }: { viewer: SessionViewer | null }) {
  const t = useText();
  return (
    <AddLink viewer={viewer} className={button('outline', 'small')}>
      <IconPlus size={18} stroke={2} aria-hidden="true" />
      <span>{t('frame.add')}</span>
    </AddLink>
  );
}
