import type { PromotionTariff } from '@app/contract/market/promotion';
import { parseKopecks } from '@app/contract/platform/typed-sum';
import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { promotionApi } from '#contract/market/promotion';
import { call } from '../../../platform/call.ts';
import { formatKopecks, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { staffHost } from '../frame/staff-host.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, numberColumn } from '../table/cells.tsx';
import { RowButtons } from '../table/row-buttons.tsx';
import { StaffList } from '../table/staff-list.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/tariffs-page.ts';
import styles from './admin-money.module.css';

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
  const [edited, setEdited] = useState<PromotionTariff | null>(null);
  const columns: AdminColumn<PromotionTariff>[] = [
    { key: 'name', title: t('admin-money.tariffs.kind'), isName: true, render: nameOfTariff },
    numberColumn('price', t('admin-money.tariffs.price'), (tariff) => formatKopecks(lang, tariff.price_kopecks)),
    numberColumn('views', t('admin-money.tariffs.views'), (tariff) => formatNumber(lang, tariff.promised_views)),
    numberColumn('bonus', t('admin-money.tariffs.bonus'), ({ bonus_percent }) => `${bonus_percent} %`),
    column('enabled', t('admin-money.tariffs.enabled'), ({ enabled }) => (
      <StatusBadge color={enabled === 1 ? 'good' : undefined}>
        {t(enabled === 1 ? 'admin-money.yes' : 'admin-money.no')}
      </StatusBadge>
    )),
  ];
  return (
    <StaffList
      title={t('admin-money.tariffs')}
      total={undefined}
      before={<p className={styles.sums}>{t('admin-money.tariffs.note')}</p>}
      hasTools={false}
      isWhole
      rows={tariffs?.map((tariff, id) => ({ ...tariff, id })) ?? null}
      idOf={({ id }) => id}
      columns={columns}
      actions={(tariff) => <RowButtons name={nameOfTariff(tariff)} onEdit={() => setEdited(tariff)} />}
    >
      {edited && <TariffDialog tariff={edited} onClose={() => setEdited(null)} />}
    </StaffList>
  );
}

const parseWholeNumber = (typed: string): number | undefined =>
  /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : undefined;

function TariffDialog({ tariff, onClose }: { tariff: PromotionTariff; onClose: () => void }) {
  const t = useText('admin-money', 'errors');
  const nameOfTariff = useTariffName();
  const form = useStaffForm({
    initial: {
      price: String(tariff.price_kopecks / 100),
      views: String(tariff.promised_views),
      bonus: String(tariff.bonus_percent),
      isEnabled: tariff.enabled === 1,
    },
    check: ({ price, views, bonus }) => {
      const isOutside = (value = -1, min = 0, max = Number.POSITIVE_INFINITY) =>
        (value < min || value > max) && t('errors.field.invalid');
      return {
        price: isOutside(parseKopecks(price), 100),
        views: isOutside(parseWholeNumber(views), 0, 1_000_000),
        bonus: isOutside(parseWholeNumber(bonus), 0, 100),
      };
    },
    send: async ({ price, views, bonus, isEnabled }) => {
      const { kind, days } = tariff;
      const numbers = {
        price_kopecks: parseKopecks(price) ?? 0,
        promised_views: parseWholeNumber(views) ?? 0,
        bonus_percent: parseWholeNumber(bonus) ?? 0,
      };
      await call(promotionApi.setTariffs, {
        body: { tariffs: [{ kind, days, ...numbers, enabled: isEnabled ? 1 : 0 }] },
      });
      return t('admin-money.tariffs.saved');
    },
    onClose,
  });
  const { values: draft, errors, change, field } = form;
  return (
    <StaffDialog title={nameOfTariff(tariff)} verb={t('admin-money.tariffs.edit')} form={form} onClose={onClose}>
      <MoneyField
        label={t('admin-money.tariffs.price')}
        value={draft.price}
        onChange={(price) => change({ price })}
        error={errors.price}
        hasKopecks
        data-first
      />
      <TextInput {...field('views', t('admin-money.tariffs.views'))} inputMode="numeric" />
      <TextInput {...field('bonus', t('admin-money.tariffs.bonus'))} inputMode="numeric" />
      <Switch
        label={t('admin-money.tariffs.enabled')}
        checked={draft.isEnabled}
        onChange={(event) => change({ isEnabled: event.currentTarget.checked })}
      />
    </StaffDialog>
  );
}
