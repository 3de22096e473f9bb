import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type ButtonVariant, button } from '../../ui/button.ts';
import styles from './deal-card.module.css';

export interface DealCardState {
  text: string;
  tone: 'good' | 'off' | 'open' | 'late';
}

/** What the reader just did with an offer or a meeting, until the message itself is newer. */
export function useAnswered<T extends object>(sent: T, onChanged?: () => void): readonly [T, (next: T) => void] {
  const [answered, setAnswered] = useState<{ to: T; next: T } | null>(null);
  const receive = (next: T): void => {
    setAnswered({ to: sent, next });
    onChanged?.();
  };
  return [answered?.to === sent ? answered.next : sent, receive];
}

interface DealWordsProps {
  kind: string;
  title: string;
  /** Of the ad; '' once nobody can open it. */
  link: string;
  children: ReactNode;
}

export function DealWords({ kind, title, link, children }: DealWordsProps) {
  return (
    <span className={styles.words}>
      <small>{kind}</small>
      {children}
      {link === '' ? (
        <span className={styles.title}>{title}</span>
      ) : (
        <Link to={link} className={styles.title}>
          {title}
        </Link>
      )}
    </span>
  );
}

export function DealState({ text, tone }: DealCardState) {
  return (
    <p className={styles.state} data-tone={tone} role="status">
      {text}
    </p>
  );
}

interface DealActionsProps<Action extends string> {
  actions: readonly Action[];
  looks: Readonly<Record<Action, ButtonVariant>>;
  textOf: (action: Action) => string;
  isSending: boolean;
  onPress: (action: Action) => void;
  children?: ReactNode;
}

export function DealActions<Action extends string>(props: DealActionsProps<Action>) {
  const { actions, looks, textOf, isSending, onPress, children } = props;
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          className={button(looks[action], 'small')}
          disabled={isSending}
          onClick={() => onPress(action)}
        >
          {textOf(action)}
        </button>
      ))}
      {children}
    </div>
  );
}
