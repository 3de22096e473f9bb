import type { User } from '@app/contract/people/users';
import { Link } from 'react-router';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import styles from './person-page.module.css';

export function SubscriptionCard({ person }: { person: User }) {
  const t = useText('person');
  const isPaid = person.payed === 1;
  return (
    <section className={`card ${styles.subscription}`} aria-labelledby="person-subscription">
      <h2 id="person-subscription">{t('person.subscription')}</h2>
      <p className="dim">
        {isPaid && person.payed_until
          ? t('person.subscription.until', { date: formatDate(person.payed_until) })
          : t('person.subscription.none')}
      </p>
      <Link to={`/subscribe/pay/${person.id}`} className={button(isPaid ? 'plain' : 'primary', 'wide')}>
        {t(isPaid ? 'person.subscription.renew' : 'person.subscription.get')}
      </Link>
    </section>
  );
}
