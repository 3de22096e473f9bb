import { useEffect, useEffectEvent, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../platform/root-data.ts';
import { toast } from '../../ui/toast/toast.ts';
import { SaveDialog } from './save-dialog.tsx';
import { type ItemKey, loadCollections, saveToCollection } from './save-item.ts';
import { savedStateKey, setSavedState } from './saved-state.ts';

/** Saves an item whose saved state is unknown; if the item is saved already, opens the dialog of its collections. */
export function SaveOrChoose({ item, onClose }: { item: ItemKey; onClose: () => void }) {
  const t = useText('collections');
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id ?? 0;
  const [isChoosing, setChoosing] = useState(false);
  const show = (isKept: boolean): void => setSavedState(savedStateKey(viewerId, item.kind, item.id), isKept);

  const save = useEffectEvent(async () => {
    try {
      const { holding } = await loadCollections(item);
      if (holding.length > 0) return setChoosing(true);
      await saveToCollection(item);
      show(true);
      toast.success(t('collections.keep.added'), {
        action: { label: t('collections.keep.into'), onPress: () => setChoosing(true) },
      });
    } catch (error) {
      toast.error((isApiError(error) && error.body.message) || t('collections.keep.failed'));
      onClose();
    }
  });
  useEffect(() => void save(), []);

  return isChoosing ? <SaveDialog item={item} onSaved={show} onClose={onClose} /> : null;
}
