import type { StaffSite } from '@app/contract/staff/site';
import { Button, Radio, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import { REGISTRATION_MODES } from '#contract/platform/site-settings';
import { SITE_NAME_MAX, siteApi } from '#contract/staff/site';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { CityField } from '../../../reference/city-field.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { FieldPair, useStaffForm } from '../frame/staff-form.tsx';
import { staffHost } from '../frame/staff-host.ts';
import { StaffSection } from '../frame/staff-section.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import type { Route } from './+types/site-page.ts';
import { LookSection } from './look-section.tsx';
import { RequisitesSection } from './requisites-section.tsx';
import styles from './site.module.css';
import { type SiteForm, toBody, toForm } from './site-draft.ts';

export const handle = { texts: ['admin', 'site', 'reference', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  return { site: await staffHost(input, 'site.edit').call(siteApi.get) };
}

export default function SitePage({ loaderData: { site } }: Route.ComponentProps) {
  const t = useText('admin', 'site');
  return (
    <AdminPage title={t('admin.nav.site')}>
      <SiteEditor site={site} />
    </AdminPage>
  );
}

function SiteEditor({ site }: { site: StaffSite }) {
  const t = useText('site');
  // The version that this form knows: changes of others after it are not overwritten.
  const [version, setVersion] = useState(site.version);
  const form = useStaffForm<SiteForm>({
    initial: () => toForm(site.settings),
    send: async (draft) => {
      const saved = await call(siteApi.save, { body: toBody(draft, version) });
      setVersion(saved.version);
      return t('site.saved');
    },
  });
  const logo = useStaffAction();
  const sendLogo = (file: File | null): void =>
    void logo.run(async () => {
      const saved = await (file === null
        ? call(siteApi.removeLogo)
        : call(siteApi.saveLogo, { files: { logo: file } }));
      // Behind a newer version stands what somebody else saved meanwhile, which this form does not show.
      setVersion((known) => (saved.version === known + 1 ? saved.version : known));
      return t('site.logoSaved');
    });
  const { values, change, errors, props } = form;
  return (
    <form {...props}>
      <p className={styles.hint}>{t('site.intro')}</p>
      <LookSection form={form} logo={site.settings.logo} isSendingLogo={logo.isSending} onLogo={sendLogo} />
      <RequisitesSection form={form} takesRealMoney={site.takes_real_money} />
      <StaffSection title={t('site.sender')}>
        <FieldPair>
          <TextInput {...form.field('sender_name', t('site.senderName'))} maxLength={SITE_NAME_MAX} />
          <TextInput {...form.field('sender_email', t('site.senderEmail'))} type="email" autoComplete="off" />
        </FieldPair>
        <p className={styles.hint}>{t('site.senderHint')}</p>
      </StaffSection>
      <StaffSection title={t('site.city')}>
        <FieldPair>
          <CityField country={values.country_id} city={values.city_id} errors={errors} onChange={change} />
        </FieldPair>
        <p className={styles.hint}>{t('site.cityHint')}</p>
      </StaffSection>
      <StaffSection title={t('site.registration')}>
        <Radio.Group
          name="registration"
          aria-label={t('site.registration')}
          value={values.registration}
          onChange={(value) => change({ registration: value as SiteForm['registration'] })}
        >
          <div className={styles.modes}>
            {REGISTRATION_MODES.map((mode) => (
              <Radio
                key={mode}
                value={mode}
                label={t(`site.registration.${mode}`)}
                description={t(`site.registration.${mode}.hint`)}
              />
            ))}
          </div>
        </Radio.Group>
      </StaffSection>
      <div className={styles.save}>
        <Button type="submit" loading={form.isSending} aria-busy={form.isSending}>
          {t('site.save')}
        </Button>
      </div>
    </form>
  );
}
