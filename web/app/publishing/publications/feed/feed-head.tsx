import { IconPlus, IconSearch } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button, iconButton } from '../../../ui/button.ts';
import { Cached } from '../../../ui/cached.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import { socialAddress } from '../publication-address.ts';
import styles from './social-page.module.css';

type FeedTab = 'feed' | 'near' | 'mine';

const TITLES = { feed: 'posts.feed.title', near: 'frame.nav.near', mine: 'posts.feed.mine' } as const;

interface FeedHeadProps {
  id: number;
  tab: FeedTab;
}

/** Switches between what a person reads: friends and those followed, the surroundings, one's own publications. */
export function FeedHead(props: FeedHeadProps) {
  return (
    <Cached as="div" name="feed head" by={props} className={styles.head}>
      <HeadParts {...props} />
    </Cached>
  );
}

function HeadParts({ id, tab }: FeedHeadProps) {
  const t = useText('posts');
  const address = socialAddress(id);
  const addresses = { feed: address, near: '/near', mine: `${address}?tab=mine` };
  return (
    <>
      <h1 className="sr">{t(TITLES[tab])}</h1>
      <ListTabs
        label={t('posts.feed.tabs')}
        tabs={(['feed', 'near', 'mine'] as const).map((one) => ({
          to: addresses[one],
          text: t(TITLES[one]),
          count: null,
          isCurrent: one === tab,
        }))}
      />
      <span className={styles.tools}>
        <Link
          to="/social/search"
          className={iconButton}
          aria-label={t('posts.search.title')}
          title={t('posts.search.title')}
        >
          <IconSearch size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </Link>
        <Link to={`${address}/add`} className={`${button('primary', 'small')} ${styles.add}`}>
          <IconPlus size={18} stroke={2} aria-hidden="true" />
          <span>{t('posts.add')}</span>
        </Link>
      </span>
    </>
  );
}
