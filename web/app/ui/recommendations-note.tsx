import { Link } from 'react-router';
import { useText } from '../platform/i18n.tsx';
import styles from './recommendations-note.module.css';

/** The sentence that Russian law (149-FZ, art. 10.2-2) prescribes beside recommendations, with the link to their rules. */
export function RecommendationsNote() {
  const t = useText();
  return (
    <p className={styles.note}>
      {t('frame.recommendations')}{' '}
      <Link to="/recommendations-rules" className="link">
        {t('frame.recommendations.rules')}
      </Link>
    </p>
  );
}
