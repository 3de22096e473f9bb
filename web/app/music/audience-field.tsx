import { AUDIENCES, type Audience } from '#contract/privacy';
import { useText } from '../platform/i18n.tsx';
import { dialogField } from './music-dialog.tsx';

/** Who sees a playlist. */
export function AudienceField({ value, onChange }: { value: Audience; onChange: (audience: Audience) => void }) {
  const t = useText('music');
  return (
    <label className={dialogField}>
      {t('music.audience')}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Audience)}>
        {AUDIENCES.map((one) => (
          <option key={one} value={one}>
            {t(`music.audience.choose.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
