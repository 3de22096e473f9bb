import { IconPlus } from 'virtual:icons';
import { Button } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import { useMayDo } from '../frame/staff-host.ts';
import { StaffList } from '../table/staff-list.tsx';

const TABS = [
  { to: '/admin/rules', text: 'rules.title' },
  { to: '/admin/rules/words', text: 'rules.words' },
  { to: '/admin/rules/pictures', text: 'rules.pictures' },
] as const;

type List<Row> = Omit<ComponentProps<typeof StaffList<Row>>, 'pageActions' | 'before'>;

interface RulesListProps<Row> extends List<Row> {
  text?: string;
  addText: string;
  /** Dialog that adds a row. */
  adding: (onClose: () => void) => ReactNode;
}

/** One of the lists by which content is held or reviewed; who may edit rules adds and removes. */
export function RulesList<Row>({ text, addText, adding, actions, children, ...list }: RulesListProps<Row>) {
  const t = useText('rules');
  const { pathname } = useLocation();
  const isEditor = useMayDo('moderation.rules');
  const [isAdding, setAdding] = useState(false);
  return (
    <StaffList
      {...(list as List<Row>)}
      actions={actions}
      pageActions={
        isEditor && (
          <Button leftSection={<IconPlus size={18} stroke={ICON_STROKE} aria-hidden />} onClick={() => setAdding(true)}>
            {addText}
          </Button>
        )
      }
      before={
        <>
          <ListTabs
            label={t('rules.title')}
            tabs={TABS.map((tab) => ({ to: tab.to, text: t(tab.text), count: null, isCurrent: pathname === tab.to }))}
          />
          {text && <p className="dim">{text}</p>}
        </>
      }
    >
      {isAdding && adding(() => setAdding(false))}
      {children}
    </StaffList>
  );
}
