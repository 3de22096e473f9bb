import type { FeatureFlag } from '@app/contract/staff/operations';
import { useState } from 'react';
import { operationsApi } from '#contract/staff/operations';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ReasonDialog } from '../frame/staff-form.tsx';
import { staffHost } from '../frame/staff-host.ts';
import { useStaffAction } from '../frame/use-staff-action.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, Lines, nameColumn, timeColumn } from '../table/cells.tsx';
import { StaffList } from '../table/staff-list.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/features-page.ts';
import styles from './operations.module.css';

export const handle = { texts: ['admin', 'operations', 'features', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi } = staffHost(input, 'features.edit');
  return { features: (await orFailed(callApi(operationsApi.listFeatures)))?.features ?? null };
}

export default function FeaturesPage({ loaderData: { features } }: Route.ComponentProps) {
  const t = useText('operations', 'features');
  const [asked, setAsked] = useState<FeatureFlag['feature'] | null>(null);
  const { isSending, run } = useStaffAction();
  const turnOn = ({ feature }: FeatureFlag) =>
    run(async () => {
      await call(operationsApi.setFeature, { body: { feature, is_on: 1 } });
      return t('operations.feature.turnedOn');
    });
  const turnOff = async (feature: FeatureFlag['feature'], reason: string): Promise<string> => {
    await call(operationsApi.setFeature, { body: { feature, is_on: 0, reason } });
    return t('operations.feature.turnedOff');
  };
  const columns: AdminColumn<FeatureFlag>[] = [
    nameColumn('feature', t('operations.feature'), ({ feature, reason, is_on }) => (
      <Lines>
        {t(`operations.feature.${feature}`)}
        {is_on === 0 && reason !== '' && <small>{reason}</small>}
      </Lines>
    )),
    column('state', t('operations.state'), ({ is_on }) => (
      <StatusBadge color={is_on === 1 ? 'good' : 'bad'}>
        {t(is_on === 1 ? 'operations.feature.on' : 'operations.feature.off')}
      </StatusBadge>
    )),
    timeColumn('changed', t('operations.changed'), ({ changed }) => changed),
  ];
  return (
    <StaffList
      title={t('operations.features')}
      total={undefined}
      before={<p className={styles.note}>{t('operations.features.note')}</p>}
      hasTools={false}
      isWhole
      rows={features?.map((row, id) => ({ ...row, id })) ?? null}
      idOf={({ id }) => id}
      columns={columns}
      actions={(row) => {
        const verb = t(row.is_on === 1 ? 'operations.feature.turnOff' : 'operations.feature.turnOn');
        return (
          <button
            type="button"
            className={button(row.is_on === 1 ? 'plain' : 'light', 'small')}
            aria-label={`${verb}: ${t(`operations.feature.${row.feature}`)}`}
            aria-busy={isSending}
            onClick={() => (row.is_on === 1 ? setAsked(row.feature) : void turnOn(row))}
          >
            {verb}
          </button>
        );
      }}
    >
      {asked && (
        <ReasonDialog
          title={t('operations.feature.ask', { name: t(`operations.feature.${asked}`) })}
          verb={t('operations.feature.turnOff')}
          label={t('operations.feature.reason')}
          rows={2}
          maxLength={500}
          send={(reason) => turnOff(asked, reason)}
          onClose={() => setAsked(null)}
        >
          <p>{t('operations.feature.people')}</p>
          <blockquote className={styles.quote}>{t(`features.off.${asked}`)}</blockquote>
        </ReasonDialog>
      )}
    </StaffList>
  );
}
