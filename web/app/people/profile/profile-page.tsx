import { IconChevronRight } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import type { Lang } from '@app/contract/platform/languages';
import { Link, redirect } from 'react-router';
import { usersApi } from '#contract/people/users';
import { formatDate, formatKopecks, formatNumber } from '../../platform/format/format.ts';
import { hostContext } from '../../platform/host.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Text } from '../../platform/texts.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { UserPic } from '../../ui/user-pic.tsx';
import type { Route } from './+types/profile-page.ts';
import { loadSectionStates, type SectionStates } from './load-section-states.ts';
import styles from './profile-page.module.css';
import { PROFILE_SECTIONS, type ProfileSection } from './profile-sections.ts';

export const handle = { texts: ['settings'] } satisfies PageHandle;

const PHOTO_SIZE = 72;
const KOPECKS = 100;

export async function loader({ context }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect('/auth?next=/profile');
  const [person, states] = await Promise.all([
    call(usersApi.get, { params: { id: viewer.user_id } }),
    loadSectionStates(call),
  ]);
  return { person, states };
}

function stateOf(
  { text }: ProfileSection,
  person: User,
  states: SectionStates,
  t: Text<'settings'>,
  lang: Lang,
): string {
  const { unread, messages, sessions, complaints, answers } = states;
  const counted = (
    name: 'messages' | 'notifications' | 'security' | 'complaints' | 'feedback',
    count: number | null,
  ) => (count === null ? t(`settings.hub.${name}.none`) : t(`settings.hub.${name}`, { count }));
  switch (text) {
    case 'settings.section.settings': {
      if (person.email_pending || person.phone_pending) return t('settings.hub.pending');
      const { email, phone } = person.verified ?? {};
      return t('settings.hub.settings', { count: [email, phone].filter(Boolean).length });
    }
    case 'settings.section.messages':
      return counted('messages', messages);
    case 'settings.section.calls':
      return t('settings.hub.calls');
    case 'settings.section.privacy':
      return person.privacy === undefined
        ? t('settings.hub.privacy.none')
        : t('settings.hub.privacy', { reach: person.privacy.phone });
    case 'settings.section.notifications':
      return counted('notifications', unread);
    case 'settings.section.security':
      return counted('security', sessions);
    case 'settings.section.password':
      return t('settings.hub.password');
    case 'settings.section.subscription':
      return person.payed === 1 && person.payed_until
        ? t('settings.hub.subscription', { date: formatDate(person.payed_until) })
        : t('settings.hub.subscription.none');
    case 'settings.section.payments':
      return t('settings.hub.payments', {
        balance: formatKopecks(lang, person.virtualpay ?? 0),
        bonus: formatNumber(lang, Math.floor((person.bonus ?? 0) / KOPECKS)),
      });
    case 'settings.section.deals':
      return t('settings.hub.deals');
    case 'settings.section.promotions':
      return t('settings.hub.promotions');
    case 'settings.section.invitations':
      return t('settings.hub.invitations', { code: person.referral ?? '' });
    case 'settings.section.complaints':
      return counted('complaints', complaints);
    case 'settings.section.feedback':
      return counted('feedback', answers);
    case 'settings.section.measures':
      return t('settings.hub.measures');
    default:
      return t('settings.hub.data');
  }
}

/** Hidden from screen readers, because the text beside the badge contains the number. */
function CountBadge({ count }: { count: number | null }) {
  const lang = useLanguage();
  if (count === null || count === 0) return null;
  return (
    <span className={styles.mark} aria-hidden="true">
      {formatNumber(lang, count)}
    </span>
  );
}

export default function ProfilePage({ loaderData: { person, states } }: Route.ComponentProps) {
  const t = useText('settings');
  const lang = useLanguage();
  const { id, firstname, middlename, lastname, photo, login } = person;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${t('settings.profile')} · ${t('frame.name')}`} noIndex />
      <Breadcrumbs items={[{ text: t('frame.nav.main'), to: '/' }, { text: t('settings.profile') }]} />
      <section className={`card ${styles.me}`}>
        <UserPic firstname={firstname} lastname={lastname} photo={photo} size={PHOTO_SIZE} />
        <div className={styles.who}>
          <h1>{[firstname, middlename, lastname].filter(Boolean).join(' ')}</h1>
          <p className="dim">{login}</p>
        </div>
        <Link to="/profile/site" className={button('plain')}>
          {t('settings.hub.site')}
        </Link>
      </section>
      <nav aria-label={t('settings.sections')}>
        <ul className={styles.sections}>
          {PROFILE_SECTIONS.map((section) => {
            const { to, text, icon: Icon } = section;
            return (
              <li key={to}>
                <Link to={to.replace('{id}', String(id))} className={styles.section}>
                  <span className={styles.icon}>
                    <Icon size={22} stroke={ICON_STROKE} aria-hidden="true" />
                  </span>
                  <span className={styles.words}>
                    <b>{t(text)}</b>
                    <span className="small">{stateOf(section, person, states, t, lang)}</span>
                  </span>
                  {text === 'settings.section.feedback' && <CountBadge count={states.answers} />}
                  <IconChevronRight size={20} stroke={ICON_STROKE} className="dim" aria-hidden="true" />
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </div>
  );
}
