import type { AdBulkAction, StaffAdState } from '@app/contract/market/ads';
import { adsApi } from '#contract/market/ads';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { BulkBar, useUndoToast } from '../table/bulk-bar.tsx';
import type { Selection } from '../table/use-selection.ts';

const OPPOSITE: Record<AdBulkAction, AdBulkAction> = {
  archive: 'restore',
  restore: 'archive',
  disable: 'enable',
  enable: 'disable',
};

interface AdsBulkBarProps {
  selection: Selection;
  state: StaffAdState | undefined;
}

/** Archives, restores, enables and disables the selected ads; each action can be undone. */
export function AdsBulkBar({ selection, state }: AdsBulkBarProps) {
  const t = useText('admin');
  const undoToast = useUndoToast();
  const { isSending, run } = useStaffAction();
  const actions: readonly AdBulkAction[] = state === 'archived' ? ['restore'] : ['archive', 'disable', 'enable'];

  const change = async (action: AdBulkAction, board_ids: number[]): Promise<number[]> =>
    (await call(adsApi.changeMany, { body: { board_ids, action } })).changed;
  function handle(action: AdBulkAction): void {
    void run(async () => {
      const changed = await change(action, [...selection.selected]);
      selection.clear();
      if (changed.length === 0) toast.info(t('admin.bulk.nothing'));
      else undoToast(t(`admin.bulk.${action}.done`, { count: changed.length }), () => void undo(action, changed));
    });
  }
  function undo(action: AdBulkAction, changed: number[]): Promise<void> {
    return run(async () => {
      await change(OPPOSITE[action], changed);
      return t('admin.undone');
    });
  }
  return (
    <BulkBar count={selection.selected.size} onClear={selection.clear}>
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          className={button('plain', 'small')}
          aria-busy={isSending}
          onClick={() => handle(action)}
        >
          {t(`admin.bulk.${action}`)}
        </button>
      ))}
    </BulkBar>
  );
}
