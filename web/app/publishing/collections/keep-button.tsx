import type { KeptKind } from '@app/contract/publishing/collections';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../root.tsx';
import { menuRow } from '../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './keep-button.module.css';
import { findKept, keptKey, setKept, subscribeKept } from './kept-marks.ts';

const KeepDialog = lazy(() => import('./keep-dialog.tsx').then(({ KeepDialog }) => ({ default: KeepDialog })));

export interface KeepButtonProps {
  kind: KeptKind;
  id: number;
  /** Whether the viewer keeps it by now; undefined for guests, who are led to sign in. */
  kept: boolean | undefined;
  /** What it is called, for screen readers and messages. */
  title?: string;
  onKept?: (isKept: boolean) => void;
  /** The words beside the icon, as a row of a menu. */
  isRow?: boolean;
}

const noMark = (): undefined => undefined;

/**
 * The bookmark of an ad, a publication or a track. One press keeps it, at once on the screen; a press on what is kept asks where
 * it belongs, and takes it out.
 */
export function KeepButton(props: KeepButtonProps) {
  return (
    <Suspense fallback={<span className={styles.keep} data-row={props.isRow || undefined} />}>
      <Bookmark {...props} />
    </Suspense>
  );
}

function Face({ isKept, isRow = false }: { isKept: boolean; isRow?: boolean | undefined }) {
  const t = useText('collections');
  const Icon = isKept ? IconBookmarkFilled : IconBookmark;
  return (
    <>
      <Icon size={isRow ? 20 : 22} stroke={ICON_STROKE} aria-hidden="true" />
      {isRow && t(isKept ? 'collections.kept' : 'collections.keep')}
    </>
  );
}

function Bookmark({ kind, id, kept, title = '', onKept, isRow }: KeepButtonProps) {
  const t = useText('collections');
  const { pathname, search } = useLocation();
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id ?? 0;
  const key = keptKey(viewerId, kind, id);
  const mark = useSyncExternalStore(subscribeKept, () => findKept(key), noMark);
  const [isChoosing, setChoosing] = useState(false);
  const className = isRow ? menuRow : styles.keep;
  const label = title === '' ? t('collections.keep') : t('collections.keep.of', { title });

  if (kept === undefined) {
    return (
      <Link
        to={`/auth?next=${encodeURIComponent(pathname + search)}`}
        rel="nofollow"
        className={className}
        {...(!isRow && { 'aria-label': label, title: t('collections.keep') })}
      >
        <Face isKept={false} isRow={isRow} />
      </Link>
    );
  }

  const isKept = mark ?? kept;

  function show(next: boolean): void {
    setKept(key, next);
    onKept?.(next);
  }

  async function keep(): Promise<void> {
    show(true);
    try {
      const { keepIn } = await import('./keep.ts');
      await keepIn({ kind, id });
      toast.success(t('collections.keep.added'), {
        action: { label: t('collections.keep.into'), onPress: () => setChoosing(true) },
      });
    } catch (error) {
      show(false);
      toast.error((isApiError(error) && error.body.message) || t('collections.keep.failed'));
    }
  }

  return (
    <>
      <button
        type="button"
        className={className}
        aria-pressed={isKept}
        {...(isKept && { 'aria-haspopup': 'dialog' as const })}
        {...(!isRow && { 'aria-label': label, title: t(isKept ? 'collections.keep.choose' : 'collections.keep') })}
        onClick={() => (isKept ? setChoosing(true) : void keep())}
      >
        <Face isKept={isKept} isRow={isRow} />
      </button>
      {isChoosing && (
        <Suspense>
          <KeepDialog thing={{ kind, id }} onKept={show} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
