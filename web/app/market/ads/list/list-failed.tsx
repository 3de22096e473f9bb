import { useText } from '../../../platform/i18n.tsx';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';

/** Replaces a list of ads that could not be loaded. `heading` is used where the list has its own title above. */
export function ListFailed({ heading }: { heading?: 'h3' }) {
  const t = useText();
  return <LoadFailed heading={heading} title={t('ads.list.failed')} />;
}
