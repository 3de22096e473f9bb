import { IconBookmark, IconBookmarkFilled } from 'virtual:icons';
import type { SavedItemKind } from '@app/contract/publishing/collections';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../platform/root-data.ts';
import { PreHydrationButton } from '../../ui/form/pre-hydration-button.tsx';
import { menuRow } from '../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './save-button.module.css';
import { findSavedState, savedStateKey, setSavedState, subscribeToSavedState } from './saved-state.ts';

const SaveDialog = lazyPart(() => import('./save-dialog.tsx').then(({ SaveDialog }) => SaveDialog));

export interface SaveButtonProps {
  kind: SavedItemKind;
  id: number;
  /** `undefined` for guests, whose press leads to the sign-in page. */
  initiallySaved: boolean | undefined;
  title?: string;
  onSaved?: (isKept: boolean) => void;
  isRow?: boolean;
}

const noSavedState = (): undefined => undefined;

/**
 * Save button of an ad, a publication or a track. The first press saves the item optimistically; a press on a saved
 * item opens the dialog of its collections, where the item can also be removed.
 */
export function SaveButton(props: SaveButtonProps) {
  return (
    <Suspense fallback={<span className={styles.keep} data-row={props.isRow || undefined} />}>
      <Bookmark {...props} />
    </Suspense>
  );
}

function Face({ isSaved, isRow = false }: { isSaved: boolean; isRow?: boolean | undefined }) {
  const t = useText('collections');
  const Icon = isSaved ? IconBookmarkFilled : IconBookmark;
  return (
    <>
      <Icon size={isRow ? 20 : 22} stroke={ICON_STROKE} aria-hidden="true" />
      {isRow && t(isSaved ? 'collections.kept' : 'collections.keep')}
    </>
  );
}

function Bookmark({ kind, id, initiallySaved, title = '', onSaved, isRow }: SaveButtonProps) {
  const t = useText('collections');
  const { pathname, search } = useLocation();
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id ?? 0;
  const key = savedStateKey(viewerId, kind, id);
  const savedState = useSyncExternalStore(subscribeToSavedState, () => findSavedState(key), noSavedState);
  const [isChoosing, setChoosing] = useState(false);
  const className = isRow ? menuRow : styles.keep;
  const label = title === '' ? t('collections.keep') : t('collections.keep.of', { title });

  if (initiallySaved === undefined) {
    return (
      <Link
        to={`/auth?next=${encodeURIComponent(pathname + search)}`}
        rel="nofollow"
        className={className}
        {...(!isRow && { 'aria-label': label, title: t('collections.keep') })}
      >
        <Face isSaved={false} isRow={isRow} />
      </Link>
    );
  }

  const isSaved = savedState ?? initiallySaved;

  function show(next: boolean): void {
    setSavedState(key, next);
    onSaved?.(next);
  }

  async function save(): Promise<void> {
    show(true);
    try {
      const { saveToCollection } = await import('./save-item.ts');
      await saveToCollection({ kind, id });
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
      <PreHydrationButton
        className={className}
        aria-pressed={isSaved}
        {...(isSaved && { 'aria-haspopup': 'dialog' as const })}
        {...(!isRow && { 'aria-label': label, title: t(isSaved ? 'collections.keep.choose' : 'collections.keep') })}
        onPress={() => (isSaved ? setChoosing(true) : void save())}
      >
        <Face isSaved={isSaved} isRow={isRow} />
      </PreHydrationButton>
      {isChoosing && (
        <Suspense>
          <SaveDialog item={{ kind, id }} onSaved={show} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
