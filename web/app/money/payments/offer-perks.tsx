import { useText } from '../../platform/i18n.tsx';
import styles from './offer.module.css';

const PERKS = ['ads', 'publications', 'autopay'] as const;

export function OfferPerks() {
  const t = useText('payments');
  return (
    <ul className={styles.perks}>
      {PERKS.map((perk) => (
        <li key={perk}>{t(`payments.modal.benefit.${perk}`)}</li>
      ))}
    </ul>
  );
}
