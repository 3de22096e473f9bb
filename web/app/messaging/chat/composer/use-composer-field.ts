import { useEffect, useRef, useState } from 'react';
import { pinDraft } from '../engine/drafts.ts';
import { useDraft } from '../engine/use-draft.ts';
import type { ComposerProps } from './composer-props.ts';

/** On touch devices Enter inserts a line break, and the keyboard is not opened automatically. */
export const isTouch = (): boolean => window.matchMedia('(hover: none) and (pointer: coarse)').matches;

/** The text of the draft or of the edited message, and its field: focus and height. */
export function useComposerField({ userId, edit, reply, isNewContact }: ComposerProps, isVoice: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(userId);
  const [change, setChange] = useState<{ of: number; text: string } | null>(null);
  const text = edit === null ? draft.text : change?.of === edit.id ? change.text : edit.content;

  useEffect(() => {
    if (!isNewContact && !isTouch()) field.current?.focus({ preventScroll: true });
  }, [isNewContact]);

  useEffect(() => {
    // The field may have received the focus before hydration.
    if (document.hasFocus() && document.activeElement === field.current) pinDraft(userId, true);
    return () => pinDraft(userId, false);
  }, [userId]);

  const aimId = (edit ?? reply)?.id ?? null;
  useEffect(() => {
    if (aimId === null) return;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [aimId]);

  // Sets the height in browsers without `field-sizing`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another height
  useEffect(() => {
    const element = field.current;
    if (!element || CSS.supports?.('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [text, isVoice]);

  return {
    field,
    text,
    setText: (next: string): void => (edit === null ? draft.setText(next) : setChange({ of: edit.id, text: next })),
    focus: (): void => field.current?.focus({ preventScroll: true }),
  };
}
