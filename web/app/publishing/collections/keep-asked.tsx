import { useEffect, useEffectEvent, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { isApiError } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../root.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { keepIn, loadCollections, type Thing } from './keep.ts';
import { KeepDialog } from './keep-dialog.tsx';
import { keptKey, setKept } from './kept-marks.ts';

interface KeepAskedProps {
  thing: Thing;
  onClose: () => void;
}

/** Keeps a thing of which nobody knows yet whether it is kept: what is kept already is asked for its collections. */
export function KeepAsked({ thing, onClose }: KeepAskedProps) {
  const t = useText('collections');
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id ?? 0;
  const [isChoosing, setChoosing] = useState(false);
  const show = (isKept: boolean): void => setKept(keptKey(viewerId, thing.kind, thing.id), isKept);

  const keep = useEffectEvent(async () => {
    try {
      const { holding } = await loadCollections(thing);
      if (holding.length > 0) return setChoosing(true);
      await keepIn(thing);
      show(true);
      toast.success(t('collections.keep.added'), {
        action: { label: t('collections.keep.into'), onPress: () => setChoosing(true) },
      });
    } catch (error) {
      toast.error((isApiError(error) && error.body.message) || t('collections.keep.failed'));
      onClose();
    }
  });
  useEffect(() => void keep(), []);

  return isChoosing ? <KeepDialog thing={thing} onKept={show} onClose={onClose} /> : null;
}
