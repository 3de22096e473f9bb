import { Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Switch.css';
import type { PromotionTariff } from '@app/contract/market/promotion';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { promotionApi } from '#contract/market/promotion';
import { call } from '../../../platform/call.ts';
import { formatKopecks, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { orFailed, staffHost } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { AdminTable } from '../table/admin-table.tsx';
import { RowButtons } from '../table/row-buttons.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/tariffs-page.ts';
import styles from './admin-money.module.css';
import { parseKopecks } from './parse-kopecks.ts';

export const handle = { texts: ['admin', 'admin-money', 'promotion', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi } = staffHost(input, 'tariffs.edit');
  return { tariffs: (await orFailed(callApi(promotionApi.tariffs)))?.tariffs ?? null };
}

function useTariffName(): (tariff: PromotionTariff) => string {
  const t = useText('promotion');
  return ({ kind, days }) =>
    `${t(`promotion.kind.${kind}`)} · ${days === 1 ? t('promotion.once') : t('promotion.days', { days })}`;
}

export default function TariffsPage({ loaderData: { tariffs } }: Route.ComponentProps) {
  const t = useText('admin-money', 'admin');
  const lang = useLanguage();
  const nameOfTariff = useTariffName();
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<PromotionTariff | null>(null);
  return (
    <AdminPage title={t('admin-money.tariffs')}>
      <p className={styles.sums}>{t('admin-money.tariffs.note')}</p>
      <AdminTable
        caption={t('admin-money.tariffs')}
        isWhole
        rows={tariffs?.map((tariff, id) => ({ ...tariff, id })) ?? null}
        total={tariffs?.length ?? 0}
        idOf={({ id }) => id}
        columns={[
          { key: 'name', title: t('admin-money.tariffs.kind'), isName: true, render: nameOfTariff },
          {
            key: 'price',
            title: t('admin-money.tariffs.price'),
            isNumber: true,
            render: ({ price_kopecks }) => formatKopecks(lang, price_kopecks),
          },
          {
            key: 'views',
            title: t('admin-money.tariffs.views'),
            isNumber: true,
            render: ({ promised_views }) => formatNumber(lang, promised_views),
          },
          {
            key: 'bonus',
            title: t('admin-money.tariffs.bonus'),
            isNumber: true,
            render: ({ bonus_percent }) => `${bonus_percent} %`,
          },
          {
            key: 'enabled',
            title: t('admin-money.tariffs.enabled'),
            render: ({ enabled }) => (
              <StatusBadge color={enabled === 1 ? 'good' : undefined}>
                {t(enabled === 1 ? 'admin-money.yes' : 'admin-money.no')}
              </StatusBadge>
            ),
          },
        ]}
        actions={(tariff) => <RowButtons name={nameOfTariff(tariff)} onEdit={() => setEdited(tariff)} />}
      />
      {edited && <TariffDialog tariff={edited} onSaved={() => void revalidate()} onClose={() => setEdited(null)} />}
    </AdminPage>
  );
}

interface TariffDialogProps {
  tariff: PromotionTariff;
  onSaved: () => void;
  onClose: () => void;
}

const parseWholeNumber = (typed: string): number | undefined =>
  /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : undefined;

function TariffDialog({ tariff, onSaved, onClose }: TariffDialogProps) {
  const t = useText('admin-money', 'errors');
  const nameOfTariff = useTariffName();
  const [price, setPrice] = useState(String(tariff.price_kopecks / 100));
  const [views, setViews] = useState(String(tariff.promised_views));
  const [bonus, setBonus] = useState(String(tariff.bonus_percent));
  const [isEnabled, setEnabled] = useState(tariff.enabled === 1);
  const [isTried, setTried] = useState(false);
  const { isSending, submit } = useStaffSubmit();
  const [price_kopecks, promised_views, bonus_percent] = [
    parseKopecks(price),
    parseWholeNumber(views),
    parseWholeNumber(bonus),
  ];
  const wrong = {
    price: price_kopecks === undefined || price_kopecks < 100,
    views: promised_views === undefined || promised_views > 1_000_000,
    bonus: bonus_percent === undefined || bonus_percent > 100,
  };
  const errorOf = (field: keyof typeof wrong) => isTried && wrong[field] && t('errors.field.invalid');

  function save(): void {
    setTried(true);
    if (price_kopecks === undefined || promised_views === undefined || bonus_percent === undefined) return;
    if (Object.values(wrong).includes(true)) return;
    const { kind, days } = tariff;
    void submit(async () => {
      await call(promotionApi.setTariffs, {
        body: { tariffs: [{ kind, days, price_kopecks, promised_views, bonus_percent, enabled: isEnabled ? 1 : 0 }] },
      });
      toast.success(t('admin-money.tariffs.saved'));
      onSaved();
      onClose();
    });
  }

  return (
    <Dialog title={nameOfTariff(tariff)} onClose={onClose}>
      <AdminForm verb={t('admin-money.tariffs.edit')} isSending={isSending} onSubmit={save}>
        <TextInput
          data-first
          label={t('admin-money.tariffs.price')}
          inputMode="decimal"
          value={price}
          error={errorOf('price')}
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
        <TextInput
          label={t('admin-money.tariffs.views')}
          inputMode="numeric"
          value={views}
          error={errorOf('views')}
          onChange={(event) => setViews(event.currentTarget.value)}
        />
        <TextInput
          label={t('admin-money.tariffs.bonus')}
          inputMode="numeric"
          value={bonus}
          error={errorOf('bonus')}
          onChange={(event) => setBonus(event.currentTarget.value)}
        />
        <Switch
          label={t('admin-money.tariffs.enabled')}
          checked={isEnabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
      </AdminForm>
    </Dialog>
  );
}
