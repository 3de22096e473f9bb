import { IconArrowUp } from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import styles from './feed.module.css';

interface NewPillProps {
  /** Empty: nothing is above the list. */
  text: string;
  /** Whether something was known to be above when the list was opened. */
  hasRoom: boolean;
  /** Everything above was seen before. */
  isQuiet?: boolean;
  /** Loads the list anew from its top. */
  onRestart: () => Promise<void>;
}

/** Says what came above the list, and leads there. */
export function NewPill({ text, hasRoom, isQuiet = false, onRestart }: NewPillProps) {
  const t = useText();
  const { isSending: isGoing, submit } = useSubmit({ fallback: t('frame.error.network') });

  async function goToTop(): Promise<void> {
    await onRestart();
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  return (
    <div className={styles.pillPlace} data-room={hasRoom || undefined} role="status">
      {text !== '' && (
        <TextButton
          icon={IconArrowUp}
          size={18}
          stroke={2}
          text={text}
          className={styles.pill}
          data-quiet={isQuiet || undefined}
          disabled={isGoing}
          onClick={() => void submit(goToTop)}
        />
      )}
    </div>
  );
}
