import { IconFlag } from 'virtual:icons';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../platform/root-data.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import type { ComplaintAbout } from './complaint-about.ts';
import styles from './complaint-form.module.css';

const ComplaintFields = lazy(() =>
  import('./complaint-fields.tsx').then(({ ComplaintFields }) => ({ default: ComplaintFields })),
);
const ComplaintSignIn = lazy(() =>
  import('./complaint-sign-in.tsx').then(({ ComplaintSignIn }) => ({ default: ComplaintSignIn })),
);

/** «Пожаловаться …»: a line that expands; the form is loaded on the first press. */
export function ComplaintForm({ about }: { about: ComplaintAbout }) {
  const t = useText();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const head = useRef<HTMLButtonElement>(null);
  const partId = useId();
  // The key collapses the form when the target changes without a page load.
  const key = JSON.stringify(about);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the thing
  useEffect(() => setOpen(false), [key]);

  function close(): void {
    setOpen(false);
    head.current?.focus();
  }

  return (
    <section className={styles.panel}>
      <button
        ref={head}
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={partId}
        onClick={() => setOpen(!isOpen)}
      >
        <IconFlag size={19} stroke={ICON_STROKE} aria-hidden="true" />
        {t('complain_id' in about ? 'ads.complain.user' : 'ads.complain')}
      </button>
      <div id={partId} hidden={!isOpen} className={styles.body}>
        {isOpen && (
          <Suspense fallback={<p className="sr">{t('frame.loading')}</p>}>
            {viewer ? (
              <ComplaintFields about={about} onClose={close} />
            ) : (
              <ComplaintSignIn>
                <Link to={`/auth?next=${encodeURIComponent(pathname)}`} className="link">
                  {t('frame.signIn')}
                </Link>
              </ComplaintSignIn>
            )}
          </Suspense>
        )}
      </div>
    </section>
  );
}
