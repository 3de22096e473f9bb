import { useState } from 'react';
import { redirect, useRevalidator } from 'react-router';
import { birthdaysApi } from '#contract/people/birthdays';
import { contactsApi } from '#contract/people/contacts';
import { usersApi } from '#contract/people/users';
import { referenceApi } from '#contract/reference/reference';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import type { CountryChoice } from '../users/fields/person-fields.tsx';
import { PhotoDialog } from '../users/photo/photo-dialog.tsx';
import type { Route } from './+types/settings-page.ts';
import { BirthdayForm } from './birthday-form.tsx';
import { ProfileFrame } from './profile-frame.tsx';
import styles from './settings-form.module.css';
import { SettingsForm } from './settings-form.tsx';

export const handle = { texts: ['settings', 'registration', 'errors', 'reference', 'auth'] } satisfies PageHandle;

const PHOTO_SIZE = 96;

export async function loader({ context }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect('/auth?next=/profile/settings');
  const [person, pending, birthday, countries] = await Promise.all([
    call(usersApi.get, { params: { id: viewer.user_id } }),
    call(contactsApi.pending),
    call(birthdaysApi.get),
    call(referenceApi.listCountries).catch(() => null),
  ]);
  const choices = countries?.countries.map(
    ({ id, name, iso, phone_code }): CountryChoice => ({ id, name, iso, phone_code }),
  );
  return { person, pending, birthday: birthday.birthday, countries: choices ?? null };
}

export default function SettingsPage({ loaderData: { person, pending, birthday, countries } }: Route.ComponentProps) {
  const t = useText('settings');
  const { revalidate } = useRevalidator();
  const [isPhotoOpen, setPhotoOpen] = useState(false);
  const { firstname, lastname, photo } = person;
  return (
    <ProfileFrame title={t('settings.section.settings')}>
      <div className={styles.photo}>
        <UserPic firstname={firstname} lastname={lastname} photo={photo} size={PHOTO_SIZE} />
        <button type="button" className={button('plain')} onClick={() => setPhotoOpen(true)}>
          {t(photo ? 'settings.photo.change' : 'settings.photo.add')}
        </button>
      </div>
      <PhotoDialog
        isOpen={isPhotoOpen}
        hasPhoto={photo !== null}
        onClose={() => setPhotoOpen(false)}
        onSaved={() => void revalidate()}
      />
      <SettingsForm person={person} countries={countries} pending={pending} />
      <BirthdayForm birthday={birthday} />
    </ProfileFrame>
  );
}
