import { useLocation } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';

const TABS = [
  { to: '/admin/rules', text: 'rules.title' },
  { to: '/admin/rules/words', text: 'rules.words' },
  { to: '/admin/rules/pictures', text: 'rules.pictures' },
] as const;

export function RulesTabs() {
  const t = useText('rules');
  const { pathname } = useLocation();
  return (
    <ListTabs
      label={t('rules.title')}
      tabs={TABS.map(({ to, text }) => ({ to, text: t(text), count: null, isCurrent: pathname === to }))}
    />
  );
}
