import styles from '../circle-list.module.css';

const PLACES = [0, 1, 2, 3, 4, 5];

export function PeopleSkeleton() {
  return (
    <ul className={`card ${styles.list}`} aria-hidden="true">
      {PLACES.map((place) => (
        <li key={place} className={styles.skeleton} />
      ))}
    </ul>
  );
}
