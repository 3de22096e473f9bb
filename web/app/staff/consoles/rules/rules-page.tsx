import type { Rule } from '@app/contract/trust/rules';
import { Button } from '@mantine/core';
import { loadTable } from '../table/load-table.ts';
import { StaffList } from '../table/staff-list.tsx';
import '@mantine/core/styles/Button.css';
import { IconListSearch, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate, useRevalidator, useRouteLoaderData, useSearchParams } from 'react-router';
import { rulesApi } from '#contract/trust/rules';
import { call } from '../../../platform/call.ts';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { Toggle } from '../../../ui/form/toggle.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { mayDo } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { RowButton, RowButtons } from '../table/row-buttons.tsx';
import { parseTableQuery } from '../table/table-query.ts';
import type { Route } from './+types/rules-page.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { RulesTabs } from './rules-tabs.tsx';

export const handle = { texts: ['admin', 'rules', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  return { loaded: await loadTable(input, 'moderation.decide', (call) => call(rulesApi.list)) };
}

export default function RulesPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const isEditor = mayDo(useRouteLoaderData<RootData>('root')?.viewer, 'moderation.rules');
  const [edited, setEdited] = useState<Rule | 'new' | null>(null);
  const { submit } = useStaffSubmit();
  const columns = useColumns(isEditor, (rule, isOn) =>
    submit(async () => {
      await call(rulesApi.switch, { params: { id: rule.id }, body: { on: isOn ? 1 : 0 } });
      await revalidate();
    }),
  );
  const rows = useShownPage(loaded?.rules ?? null);

  return (
    <StaffList
      title={t('rules.title')}
      total={loaded?.total}
      pageActions={
        isEditor && (
          <Button
            leftSection={<IconPlus size={18} stroke={ICON_STROKE} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t('rules.add')}
          </Button>
        )
      }
      before={<RulesTabs />}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      actions={(rule, onRemove) => (
        <>
          <RowButton
            icon={IconListSearch}
            label={t('rules.hits.of', { name: rule.name })}
            onPress={() => void navigate(`/admin/rules/${rule.id}/hits`)}
          />
          {isEditor && (
            <RowButtons
              name={rule.name}
              onEdit={() => setEdited(rule)}
              onRemove={rule.kind === 'stop_words' ? undefined : onRemove}
            />
          )}
        </>
      )}
      removal={{
        question: ({ name }) => t('rules.remove.title', { name }),
        text: () => t('rules.remove.text'),
        done: t('rules.removed'),
        remove: ({ id }) => call(rulesApi.remove, { params: { id } }),
      }}
    >
      {edited !== null && (
        <RuleDialog
          rule={edited === 'new' ? null : edited}
          onSaved={() => void revalidate()}
          onClose={() => setEdited(null)}
        />
      )}
    </StaffList>
  );
}

/** All rules are loaded at once; this returns those on the current page. */
function useShownPage(rules: readonly Rule[] | null): readonly Rule[] | null {
  const [address] = useSearchParams();
  const { page, size } = parseTableQuery(address);
  return useMemo(() => rules?.slice((page - 1) * size, page * size) ?? null, [rules, page, size]);
}

function useColumns(isEditor: boolean, onSwitch: (rule: Rule, isOn: boolean) => void): AdminColumn<Rule>[] {
  const t = useText('rules');
  const lang = useLanguage();
  return [
    { key: 'name', title: t('rules.field.name'), isName: true, render: ({ name }) => name },
    { key: 'kind', title: t('rules.field.kind'), render: ({ kind }) => t(`rules.kind.${kind}`) },
    {
      key: 'subjects',
      title: t('rules.field.subjects'),
      render: ({ subjects }) => subjects.map((subject) => t(`rules.subject.${subject}`)).join(', '),
    },
    { key: 'action', title: t('rules.field.action'), render: ({ action }) => t(`rules.action.${action}`) },
    {
      key: 'hits',
      title: t('rules.field.hits'),
      isNumber: true,
      render: ({ hits, confirmed, dismissed }) => {
        const decided = confirmed + dismissed;
        if (decided === 0) return formatNumber(lang, hits);
        const percent = Math.floor((confirmed / decided) * 100);
        return t('rules.precision', { hits: formatNumber(lang, hits), percent });
      },
    },
    {
      key: 'on',
      title: t('rules.field.on'),
      render: (rule) => (
        <Toggle
          label={t('rules.on.named', { name: rule.name })}
          isOn={rule.on === 1}
          isDisabled={!isEditor}
          onSwitch={(isOn) => onSwitch(rule, isOn)}
        />
      ),
    },
  ];
}
