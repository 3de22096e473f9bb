import { contactsApi } from '#contract/contacts';
import { referenceApi } from '#contract/reference';
import { usersApi } from '#contract/users';
import { useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import { SettingsForm } from '../profile/settings-form.tsx';
import type { Route } from './+types/admin-home-page.ts';
import styles from './admin-home-page.module.css';
import { AdminPage } from './admin-page.tsx';
import { staffHost } from './staff-host.ts';

export const handle = {
  texts: ['admin', 'settings', 'registration', 'errors', 'reference', 'auth'],
  frame: false,
} satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call, viewer } = staffHost(input);
  const [person, pending, countries] = await Promise.all([
    call(usersApi.get, { params: { id: viewer.user_id } }),
    call(contactsApi.pending),
    // Without the list the fields stay, and the form says that it is missing.
    call(referenceApi.listCountries).catch(() => null),
  ]);
  const choices = countries?.countries.map(({ id, name, iso, phone_code }) => ({ id, name, iso, phone_code }));
  return { person, pending, countries: choices ?? null };
}

/** The first page of the administration: whoever is signed in. */
export default function AdminHomePage({ loaderData: { person, pending, countries } }: Route.ComponentProps) {
  const t = useText('admin');
  return (
    <AdminPage title={t('admin.profile')}>
      <section className={styles.profile} aria-label={t('admin.profile')}>
        <SettingsForm person={person} countries={countries} pending={pending} invalidText={t('admin.profile.wrong')} />
      </section>
    </AdminPage>
  );
}
