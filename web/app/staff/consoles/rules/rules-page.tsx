import { IconListSearch } from 'virtual:icons';
import type { Rule } from '@app/contract/trust/rules';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { rulesApi } from '#contract/trust/rules';
import { call } from '../../../platform/call.ts';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { Toggle } from '../../../ui/form/toggle.tsx';
import { useMayDo } from '../frame/staff-host.ts';
import { useStaffAction } from '../frame/use-staff-action.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, numberColumn } from '../table/cells.tsx';
import { tableLoader } from '../table/load-table.ts';
import { RowButton, RowButtons } from '../table/row-buttons.tsx';
import { useTableAddress } from '../table/table-query.ts';
import type { Route } from './+types/rules-page.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { RulesList } from './rules-list.tsx';

export const handle = { texts: ['admin', 'rules', 'errors'], frame: false } satisfies PageHandle;

export const loader = tableLoader('moderation.decide', (call) => call(rulesApi.list));

export default function RulesPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const navigate = useNavigate();
  const isEditor = useMayDo('moderation.rules');
  const [edited, setEdited] = useState<Rule | null>(null);
  const { run } = useStaffAction();
  const columns = useColumns(isEditor, (rule, isOn) =>
    run(() => call(rulesApi.switch, { params: { id: rule.id }, body: { on: isOn ? 1 : 0 } })),
  );
  return (
    <RulesList
      title={t('rules.title')}
      total={loaded?.total}
      addText={t('rules.add')}
      adding={(onClose) => <RuleDialog rule={null} onClose={onClose} />}
      columns={columns}
      rows={useShownPage(loaded?.rules ?? null)}
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
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
    </RulesList>
  );
}

/** All rules are loaded at once; this returns those on the current page. */
function useShownPage(rules: readonly Rule[] | null): readonly Rule[] | null {
  const { page, size } = useTableAddress();
  return useMemo(() => rules?.slice((page - 1) * size, page * size) ?? null, [rules, page, size]);
}

function useColumns(isEditor: boolean, onSwitch: (rule: Rule, isOn: boolean) => unknown): AdminColumn<Rule>[] {
  const t = useText('rules');
  const lang = useLanguage();
  return [
    { key: 'name', title: t('rules.field.name'), isName: true, render: ({ name }) => name },
    { key: 'kind', title: t('rules.field.kind'), render: ({ kind }) => t(`rules.kind.${kind}`) },
    column('subjects', t('rules.field.subjects'), ({ subjects }) =>
      subjects.map((subject) => t(`rules.subject.${subject}`)).join(', '),
    ),
    { key: 'action', title: t('rules.field.action'), render: ({ action }) => t(`rules.action.${action}`) },
    numberColumn('hits', t('rules.field.hits'), ({ hits, confirmed, dismissed }) => {
      const decided = confirmed + dismissed;
      if (decided === 0) return formatNumber(lang, hits);
      const percent = Math.floor((confirmed / decided) * 100);
      return t('rules.precision', { hits: formatNumber(lang, hits), percent });
    }),
    column('on', t('rules.field.on'), (rule) => (
      <Toggle
        label={t('rules.on.named', { name: rule.name })}
        isOn={rule.on === 1}
        isDisabled={!isEditor}
        onSwitch={(isOn) => onSwitch(rule, isOn)}
      />
    )),
  ];
}
