import { IconMessage2Bolt } from 'virtual:icons';
import { type RefObject, Suspense, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import styles from './emoji/emoji-panel.module.css';
import { insertText } from './insert-text.ts';

const TemplatesDialog = lazyPart(async () => (await import('../opened-parts.ts')).openedParts.TemplatesDialog);

interface TemplatesButtonProps {
  field: RefObject<HTMLTextAreaElement | null>;
  isDisabled: boolean;
  onText: (text: string) => void;
}

/** Inserts an answer template of the seller where the cursor stands. */
export function TemplatesButton({ field, isDisabled, onText }: TemplatesButtonProps) {
  const t = useText('composer');
  const [isOpen, setOpen] = useState(false);

  function insert(content: string): void {
    setOpen(false);
    const element = field.current;
    if (!element) return;
    onText(insertText(element, content));
    // After the dialog, which gives the focus back to what opened it.
    requestAnimationFrame(() => element.focus({ preventScroll: true }));
  }

  const label = t('composer.templates');
  return (
    <div className={styles.root}>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        <IconMessage2Bolt size={24} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <Suspense>{isOpen && <TemplatesDialog onPick={insert} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
