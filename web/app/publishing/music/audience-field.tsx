import { IconChevronDown } from '@tabler/icons-react';
import { AUDIENCES, type Audience } from '#contract/people/privacy';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { dialogField, dialogSelect } from './music-dialog.tsx';

export function AudienceField({ value, onChange }: { value: Audience; onChange: (audience: Audience) => void }) {
  const t = useText('music');
  return (
    <label className={dialogField}>
      {t('music.audience')}
      <span className={dialogSelect}>
        <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Audience)}>
          {AUDIENCES.map((one) => (
            <option key={one} value={one}>
              {t(`music.audience.choose.${one}`)}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} stroke={ICON_STROKE} aria-hidden="true" />
      </span>
    </label>
  );
}
