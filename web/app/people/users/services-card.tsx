import { type Icon, IconArchive, IconBell, IconHeart, IconSearch, IconSparkles, IconUsersGroup } from 'virtual:icons';
import { Link } from 'react-router';
import { formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { ServiceCounts } from './load-services.ts';
import styles from './services-card.module.css';

interface Tile {
  to: string;
  name: string;
  note: string | null;
  icon: Icon;
}

export function ServicesCard({ services }: { services: ServiceCounts }) {
  const t = useText('my-ads');
  const lang = useLanguage();
  const counted = (count: number | null): string | null => (count === null ? null : formatNumber(lang, count));
  const tiles: Tile[] = [
    {
      to: '/circle',
      name: t('my-ads.site.circle'),
      note: services.friends === null ? null : t('my-ads.site.people', { count: services.friends }),
      icon: IconUsersGroup,
    },
    { to: '/ads?tab=favourite', name: t('my-ads.site.favorites'), note: counted(services.favorites), icon: IconHeart },
    { to: '/ads?tab=archive', name: t('my-ads.site.archive'), note: counted(services.archive), icon: IconArchive },
    { to: '/searches', name: t('my-ads.site.searches'), note: counted(services.searches), icon: IconSearch },
    {
      to: '/notifications',
      name: t('my-ads.site.notifications'),
      note: services.unread === null ? null : t('my-ads.site.unread', { count: services.unread }),
      icon: IconBell,
    },
    { to: '/profile/subscription', name: t('my-ads.site.subscription'), note: null, icon: IconSparkles },
  ];
  return (
    <section className={`card ${styles.services}`} aria-labelledby="services">
      <h2 id="services">{t('my-ads.site.services')}</h2>
      <ul className={styles.tiles}>
        {tiles.map(({ to, name, note, icon: TileIcon }) => (
          <li key={to}>
            <Link to={to}>
              <TileIcon size={24} stroke={1.6} aria-hidden="true" />
              <span>
                <b>{name}</b>
                {note !== null && <small>{note}</small>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
