import type { AdBulkAction, StaffAdState } from '@app/contract/market/ads';
import { adsApi } from '#contract/market/ads';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
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
  onDone: () => void;
}

/** Archives, restores, enables and disables the selected ads; each action can be undone. */
export function AdsBulkBar({ selection, state, onDone }: AdsBulkBarProps) {
  const t = useText('admin');
  const undoToast = useUndoToast();
  const { isSending, submit } = useStaffSubmit();
  const actions: readonly AdBulkAction[] = state === 'archived' ? ['restore'] : ['archive', 'disable', 'enable'];

  async function change(action: AdBulkAction, board_ids: number[]): Promise<number[]> {
    const { changed } = await call(adsApi.changeMany, { body: { board_ids, action } });
    onDone();
    return changed;
  }

  function handle(action: AdBulkAction): void {
    void submit(async () => {
      const changed = await change(action, [...selection.selected]);
      selection.clear();
      if (changed.length === 0) toast.info(t('admin.bulk.nothing'));
      else undoToast(t(`admin.bulk.${action}.done`, { count: changed.length }), () => void undo(action, changed));
    });
  }

  function undo(action: AdBulkAction, changed: number[]): Promise<void> {
    return submit(async () => {
      await change(OPPOSITE[action], changed);
      toast.success(t('admin.undone'));
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
