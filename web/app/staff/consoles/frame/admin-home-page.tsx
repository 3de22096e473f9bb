import { contactsApi } from '#contract/people/contacts';
import { usersApi } from '#contract/people/users';
import { operationsApi } from '#contract/staff/operations';
import { casesApi } from '#contract/trust/cases';
import { SettingsForm } from '../../../people/profile/settings-form.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { Dashboard, parsePeriod } from '../operations/dashboard.tsx';
import { TodayTiles } from '../operations/today-tiles.tsx';
import { listCountryChoices } from '../people/list-country-choices.ts';
import type { Route } from './+types/admin-home-page.ts';
import styles from './admin-home-page.module.css';
import { AdminPage } from './admin-page.tsx';
import { mayDo, staffHost } from './staff-host.ts';

export const handle = {
  texts: ['admin', 'settings', 'registration', 'errors', 'reference', 'auth', 'operations'],
  frame: false,
} satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call, viewer } = staffHost(input);
  const days = parsePeriod(input.url.searchParams);
  const [person, pending, countries, statistics, cases] = await Promise.all([
    call(usersApi.get, { params: { id: viewer.user_id } }),
    call(contactsApi.pending),
    listCountryChoices(call),
    mayDo(viewer, 'stats.read') ? orFailed(call(operationsApi.statistics, { query: { days } })) : undefined,
    mayDo(viewer, 'moderation.decide') ? orFailed(call(casesApi.counts)) : null,
  ]);
  return { person, pending, statistics, countries, cases, now: Date.now() };
}

export default function AdminHomePage({ loaderData }: Route.ComponentProps) {
  const { person, pending, countries, statistics, cases, now } = loaderData;
  const t = useText('admin');
  return (
    <AdminPage title={t('admin.nav.today')}>
      <TodayTiles cases={cases} statistics={statistics ?? null} now={now} />
      {statistics !== undefined && <Dashboard statistics={statistics} />}
      <section id="profile" className={styles.profile} aria-labelledby="profile-title">
        <h2 id="profile-title">{t('admin.profile')}</h2>
        <SettingsForm person={person} countries={countries} pending={pending} invalidText={t('admin.profile.wrong')} />
      </section>
    </AdminPage>
  );
}
