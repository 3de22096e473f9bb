import { IconKeyboard, IconMoodSmile } from 'virtual:icons';
import { type RefObject, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useText } from '../../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../../ui/icon.ts';
import { lazyPart } from '../../../../ui/lazy-part.ts';
import { insertText } from '../insert-text.ts';
import { isTouch } from '../use-composer-field.ts';
import styles from './emoji-panel.module.css';

const EmojiPanel = lazyPart(async () => (await import('./emoji-panel.tsx')).EmojiPanel);

interface EmojiButtonProps {
  field: RefObject<HTMLTextAreaElement | null>;
  isDisabled: boolean;
  onText: (text: string) => void;
}

/** On phones the panel takes the place of the keyboard, and the button brings the keyboard back. */
export function EmojiButton({ field, isDisabled, onText }: EmojiButtonProps) {
  const t = useText('composer');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  function close(): void {
    setOpen(false);
    field.current?.focus({ preventScroll: true });
  }

  const closeOutside = useEffectEvent(({ target }: Event): void => {
    if (!(target instanceof Node) || root.current?.contains(target)) return;
    // On phones a message may be read while the panel is open; a press on the field brings the keyboard.
    if (!isTouch() || target === field.current) setOpen(false);
  });
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event): void => closeOutside(event);
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);

  function insert(sign: string): void {
    if (field.current) onText(insertText(field.current, sign));
  }

  const label = t('composer.emoji');
  const Icon = isOpen && isTouch() ? IconKeyboard : IconMoodSmile;
  return (
    <div ref={root} className={styles.root}>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={isDisabled}
        onClick={() => {
          if (isOpen) return close();
          if (isTouch()) field.current?.blur();
          setOpen(true);
        }}
      >
        <Icon size={24} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      {isOpen && (
        <Suspense>
          <EmojiPanel id={id} onPick={insert} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
