import type { Draw } from '@app/contract/market/draws';
import { useText } from '../../../platform/i18n.tsx';
import styles from './draw-panel.module.css';

/** How anybody repeats the draw, with the commands of any Unix shell. */
export function DrawCheck({ draw: { board_id, seed, seed_hash, numbers, drawn } }: { draw: Draw }) {
  const t = useText('ad-page');
  return (
    <details className={styles.check}>
      <summary>{t('ad-page.draw.check')}</summary>
      <p>{t(seed === null ? 'ad-page.draw.check.before' : 'ad-page.draw.check.after')}</p>
      <code>{seed_hash}</code>
      {seed !== null && (
        <>
          <code>printf %s {seed} | sha256sum</code>
          <code>printf %s {seed}:1 | sha256sum</code>
          <p>{t('ad-page.draw.check.numbers', { numbers: numbers.join(', '), drawn: drawn.join(', ') })}</p>
        </>
      )}
      <a href={`/api/boards/draw/${board_id}`} className="link">
        {t('ad-page.draw.check.data')}
      </a>
    </details>
  );
}
