import { Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { FeatureFlag } from '@app/contract/staff/operations';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { operationsApi } from '#contract/staff/operations';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { orFailed, staffHost } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { AdminTable } from '../table/admin-table.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/features-page.ts';
import styles from './operations.module.css';

export const handle = { texts: ['admin', 'operations', 'features', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi } = staffHost(input, 'features.edit');
  return { features: (await orFailed(callApi(operationsApi.listFeatures)))?.features ?? null };
}

export default function FeaturesPage({ loaderData: { features } }: Route.ComponentProps) {
  const t = useText('operations');
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<FeatureFlag | null>(null);
  const { isSending, submit } = useStaffSubmit();
  const turnOn = ({ feature }: FeatureFlag) =>
    submit(async () => {
      await call(operationsApi.setFeature, { body: { feature, is_on: 1 } });
      toast.success(t('operations.feature.turnedOn'));
      await revalidate();
    });
  return (
    <AdminPage title={t('operations.features')}>
      <p className={styles.note}>{t('operations.features.note')}</p>
      <AdminTable
        caption={t('operations.features')}
        isWhole
        rows={features?.map((row, id) => ({ ...row, id })) ?? null}
        total={features?.length ?? 0}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'feature',
            title: t('operations.feature'),
            isName: true,
            render: ({ feature, reason, is_on }) => (
              <span className={`${styles.two} ${styles.words}`}>
                {t(`operations.feature.${feature}`)}
                {is_on === 0 && reason !== '' && <small>{reason}</small>}
              </span>
            ),
          },
          {
            key: 'state',
            title: t('operations.state'),
            render: ({ is_on }) => (
              <StatusBadge color={is_on === 1 ? 'good' : 'bad'}>
                {t(is_on === 1 ? 'operations.feature.on' : 'operations.feature.off')}
              </StatusBadge>
            ),
          },
          {
            key: 'changed',
            title: t('operations.changed'),
            isNumber: true,
            render: ({ changed }) =>
              changed === null ? '–' : <time dateTime={changed}>{formatDateTime(changed)}</time>,
          },
        ]}
        actions={(row) => {
          const verb = t(row.is_on === 1 ? 'operations.feature.turnOff' : 'operations.feature.turnOn');
          return (
            <button
              type="button"
              className={button(row.is_on === 1 ? 'plain' : 'light', 'small')}
              aria-label={`${verb}: ${t(`operations.feature.${row.feature}`)}`}
              aria-busy={isSending}
              onClick={() => (row.is_on === 1 ? setAsked(row) : void turnOn(row))}
            >
              {verb}
            </button>
          );
        }}
      />
      {asked && (
        <TurnOffDialog feature={asked.feature} onDone={() => void revalidate()} onClose={() => setAsked(null)} />
      )}
    </AdminPage>
  );
}

interface TurnOffDialogProps {
  feature: FeatureFlag['feature'];
  onDone: () => void;
  onClose: () => void;
}

/** Shows the text that users will see before the feature is turned off. */
function TurnOffDialog({ feature, onDone, onClose }: TurnOffDialogProps) {
  const t = useText('operations', 'features');
  const [reason, setReason] = useState('');
  const { isSending, submit } = useStaffSubmit();
  const save = () =>
    submit(async () => {
      await call(operationsApi.setFeature, { body: { feature, is_on: 0, reason } });
      toast.success(t('operations.feature.turnedOff'));
      onDone();
      onClose();
    });
  return (
    <Dialog title={t('operations.feature.ask', { name: t(`operations.feature.${feature}`) })} onClose={onClose}>
      <AdminForm verb={t('operations.feature.turnOff')} isSending={isSending} onSubmit={() => void save()}>
        <p>{t('operations.feature.people')}</p>
        <blockquote className={styles.quote}>{t(`features.off.${feature}`)}</blockquote>
        <Textarea
          data-first
          label={t('operations.feature.reason')}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </AdminForm>
    </Dialog>
  );
}
