import { IconBellPlus, IconBellRinging } from 'virtual:icons';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { isApiError } from '../../../platform/api-error.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { RootData } from '../../../platform/root-data.ts';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { type AdFilters, isFiltered, listHref, toSearchQuery } from '../list/filters/ad-filters.ts';

const ICON = { size: 18, stroke: ICON_STROKE, 'aria-hidden': true } as const;

/**
 * Saves the current search; guests are led to sign-in. Renders nothing without filters, and with friends of friends, who
 * are not looked for with every new ad.
 */
export function SaveSearchButton({ filters }: { filters: AdFilters }) {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const href = listHref({ ...filters, sort: null, page: 1 });
  const [saved, setSaved] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  if (!isFiltered(filters) || filters.friendsOfFriends) return null;
  if (viewer === null) {
    return (
      <Link to={`/auth?next=${encodeURIComponent(pathname + search)}`} className={button('light', 'small')}>
        <IconBellPlus {...ICON} />
        {t('ads.search.save')}
      </Link>
    );
  }
  if (saved === href) {
    return (
      <Link to="/searches" className={button('quiet', 'small')}>
        <IconBellRinging {...ICON} />
        {t('ads.search.saved')}
      </Link>
    );
  }

  async function save(): Promise<void> {
    if (isSaving) return toast.info(t('frame.wait'));
    setIsSaving(true);
    try {
      const { saveSearch } = await import('./send-search.ts');
      const { name } = await saveSearch(toSearchQuery(filters));
      setSaved(href);
      toast.success(t('ads.search.savedToast', { name }), {
        action: { label: t('ads.search.open'), onPress: () => void navigate('/searches') },
      });
    } catch (error) {
      toast.error((isApiError(error) && error.message) || t('ads.search.saveFailed'));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <button type="button" className={button('light', 'small')} aria-busy={isSaving} onClick={() => void save()}>
      <IconBellPlus {...ICON} />
      {t('ads.search.save')}
    </button>
  );
}
