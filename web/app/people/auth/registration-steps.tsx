import { IconCheck } from 'virtual:icons';
import { useText } from '../../platform/i18n.tsx';
import styles from './auth-form.module.css';

const STEPS = ['auth.steps.policy', 'auth.steps.data', 'auth.steps.code'] as const;

/** Policy, details, code: `step` counts from 0. */
export function RegistrationSteps({ step }: { step: 0 | 1 | 2 }) {
  const t = useText('auth');
  return (
    <ol className={styles.steps} aria-label={t('auth.steps')}>
      {STEPS.map((key, i) => {
        const state = i < step ? 'done' : i === step ? 'on' : 'ahead';
        return (
          <li key={key} data-state={state} aria-current={state === 'on' ? 'step' : undefined}>
            <span>{state === 'done' ? <IconCheck size={16} stroke={2.4} aria-hidden="true" /> : i + 1}</span>
            <em>{t(key)}</em>
          </li>
        );
      })}
    </ol>
  );
}
