import { useNavigate } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { PersonPicker } from './dialogs/person-picker.tsx';
import styles from './side-card.module.css';

export function FindPerson() {
  const t = useText('circle');
  const navigate = useNavigate();
  return (
    <section className={`card ${styles.card}`} aria-labelledby="circle-find">
      <h2 id="circle-find">{t('circle.find.title')}</h2>
      <PersonPicker onPick={({ id }) => void navigate(`/user/${id}`)} />
    </section>
  );
}
