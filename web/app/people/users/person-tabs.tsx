import { type Icon, IconLayoutList, IconMusic, IconSpeakerphone, IconStar } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './person-tabs.module.css';

type Tab = 'posts' | 'ads' | 'music' | 'reviews';

const TABS: readonly { name: Tab; icon: Icon; to: string }[] = [
  { name: 'posts', icon: IconLayoutList, to: 'social' },
  { name: 'ads', icon: IconSpeakerphone, to: 'ads' },
  { name: 'music', icon: IconMusic, to: 'audio' },
  { name: 'reviews', icon: IconStar, to: 'reviews' },
];

interface PersonTabsProps {
  userId: number;
  current: Tab | null;
}

export function PersonTabs({ userId, current }: PersonTabsProps) {
  const t = useText('posts');
  return (
    <nav aria-label={t('posts.person.tabs')} className={styles.tabs}>
      {TABS.map(({ name, icon: TabIcon, to }) => (
        <Link
          key={name}
          to={`/user/${userId}/${to}`}
          className={styles.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          <TabIcon size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t(`posts.tab.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
