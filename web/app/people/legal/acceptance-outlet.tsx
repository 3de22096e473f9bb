import type { AwaitedDocument } from '@app/contract/people/consents';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { CONSENT_PAGES } from '#contract/people/consents';
import {
  closeAcceptancePrompt,
  isAcceptancePromptOpen,
  isPostponed,
  openAcceptancePrompt,
  subscribeToAcceptancePrompt,
} from './acceptance-prompt.ts';

const AcceptanceDialog = lazy(() =>
  import('./acceptance-dialog.tsx').then((module) => ({ default: module.AcceptanceDialog })),
);

/** Pages that whoever is asked needs to decide: nothing lies over them. */
const QUIET = ['/auth', '/profile/data', ...Object.values(CONSENT_PAGES)];

const isQuiet = (pathname: string): boolean =>
  QUIET.some((page) => pathname === page || pathname.startsWith(`${page}/`));

/** Opens the dialog on the first page of a visit, and when a publication was refused. */
export function AcceptanceOutlet({ known }: { known: readonly AwaitedDocument[] }) {
  const { pathname } = useLocation();
  const isOpen = useSyncExternalStore(subscribeToAcceptancePrompt, isAcceptancePromptOpen, () => false);
  useEffect(() => {
    if (known.length > 0 && !isQuiet(pathname) && !isPostponed(known)) openAcceptancePrompt();
  }, [known, pathname]);
  return isOpen && !isQuiet(pathname) ? (
    <Suspense>
      <AcceptanceDialog onClose={closeAcceptancePrompt} />
    </Suspense>
  ) : null;
}
