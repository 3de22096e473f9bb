import { useText } from '../../../platform/i18n.tsx';
import styles from './views-by-day.module.css';

const BAR = 4;
const STEP = 6;
const HEIGHT = 20;
/** Minimum height of a bar, so that a day without views is still visible. */
const FLOOR = 2;

/** Small bars of the views of the last days, today last; their sums are told in words. */
export function ViewsByDay({ views }: { views: readonly number[] }) {
  const t = useText('my-ads');
  const max = Math.max(0, ...views);
  const words = t('my-ads.views.days', {
    days: views.length,
    total: views.reduce((sum, day) => sum + day, 0),
    today: views.at(-1) ?? 0,
    max,
  });
  const width = Math.max(1, views.length) * STEP - (STEP - BAR);
  return (
    <svg className={styles.bars} viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img">
      <title>{words}</title>
      {views.map((count, index) => {
        const height = count === 0 ? FLOOR : Math.max(4, (count / max) * HEIGHT);
        const x = index * STEP;
        return (
          <rect
            key={x}
            x={x}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
            data-none={count === 0 || undefined}
          />
        );
      })}
    </svg>
  );
}
