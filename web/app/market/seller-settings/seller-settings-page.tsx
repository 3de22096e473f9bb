import { IconBuildingStore } from 'virtual:icons';
import type { SellerSettings } from '@app/contract/market/seller-settings';
import { useState } from 'react';
import { Link } from 'react-router';
import { sellerSettingsApi } from '#contract/market/seller-settings';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { nameZone } from '../../platform/format/zone-names.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import { loadOwn } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { RetryNotice } from '../../ui/list/paged-list.tsx';
import { VacationSwitch } from '../my-ads/vacation.tsx';
import type { Route } from './+types/seller-settings-page.ts';
import { AwayPart } from './away-part.tsx';
import { HoursPart } from './hours-part.tsx';
import styles from './seller-settings.module.css';
import { TemplatesPart } from './templates-part.tsx';

export const handle = { texts: ['settings', 'seller-settings', 'my-ads'] } satisfies PageHandle;

const PATH = '/profile/seller';

interface Loaded {
  settings: SellerSettings | null;
  /** From the server: some browsers know their zones without the names of the language. */
  zoneName: string;
}

export async function loader(input: Route.LoaderArgs): Promise<Loaded> {
  const { loaded } = await loadOwn(input, PATH, (call) => call(sellerSettingsApi.get));
  const { lang } = input.context.get(hostContext);
  return { settings: loaded, zoneName: loaded === null ? '' : nameZone(lang, loaded.time_zone) };
}

export default function SellerSettingsPage({ loaderData: { settings, zoneName } }: Route.ComponentProps) {
  const t = useText('settings', 'seller-settings');
  return (
    <ProfileFrame title={t('settings.section.seller')}>
      {settings === null ? (
        <RetryNotice icon={IconBuildingStore} title={t('seller-settings.error')} to={PATH} reloadDocument />
      ) : (
        <SettingsParts loaded={settings} zoneName={zoneName} />
      )}
    </ProfileFrame>
  );
}

export function SettingsParts({ loaded, zoneName }: { loaded: SellerSettings; zoneName: string }) {
  const t = useText('seller-settings');
  const [settings, setSettings] = useState(loaded);
  return (
    <>
      <section className={styles.part} aria-labelledby="vacation">
        <h2 id="vacation">{t('seller-settings.vacation.title')}</h2>
        <VacationSwitch since={loaded.vacation?.since ?? null} />
      </section>
      <HoursPart settings={settings} zoneName={zoneName} onSaved={setSettings} />
      <AwayPart settings={settings} isOnVacation={loaded.vacation !== null} onSaved={setSettings} />
      <TemplatesPart settings={settings} onSaved={setSettings} />
      <section className={styles.part} aria-labelledby="feed">
        <div className={styles.head}>
          <div>
            <h2 id="feed">{t('seller-settings.feed.title')}</h2>
            <p className="dim">{t('seller-settings.feed.text')}</p>
          </div>
          <Link to="/profile/seller/feed" className={button('light')}>
            {t('seller-settings.feed.go')}
          </Link>
        </div>
      </section>
    </>
  );
}
