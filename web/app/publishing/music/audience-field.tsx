import { AUDIENCES, type Audience } from '#contract/people/privacy';
import { useText } from '../../platform/i18n.tsx';
import { SelectField } from './music-dialog.tsx';

export function AudienceField({ value, onChange }: { value: Audience; onChange: (audience: Audience) => void }) {
  const t = useText('music');
  const options = AUDIENCES.map((one) => ({ value: one, text: t(`music.audience.choose.${one}`) }));
  return <SelectField label={t('music.audience')} value={value} options={options} onChange={onChange} />;
}
