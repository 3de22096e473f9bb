import { useText } from '../../../platform/i18n.tsx';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';

/** In place of a list of ads that could not be loaded. `heading` where the list has a title of its own above. */
export function ListFailed({ heading }: { heading?: 'h3' }) {
  const t = useText();
  return <LoadFailed heading={heading} title={t('ads.list.failed')} />;
}
