import type { Icon } from '@tabler/icons-react';
import { iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';

export function RowTool({ icon: ToolIcon, label, onPress }: { icon: Icon; label: string; onPress: () => void }) {
  return (
    <button type="button" className={iconButton} aria-label={label} onClick={onPress}>
      <ToolIcon size={20} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  );
}
