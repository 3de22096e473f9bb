import type { KeyboardEvent } from 'react';

const MARKS: Readonly<Record<string, string>> = { b: '**', i: '_' };

/** The mark of a press of Ctrl or Command with B or I, also where the letters of the layout are not Latin. */
export function markOf({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent): string | undefined {
  if (ctrlKey === metaKey || altKey || shiftKey) return undefined;
  return MARKS[/^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace('Key', '').toLowerCase()];
}

/** Puts the text in place of the selection. Only the command of the browser can be undone by Ctrl+Z. */
function replaceSelection(field: HTMLTextAreaElement, text: string): void {
  field.focus({ preventScroll: true });
  const { selectionStart, selectionEnd } = field;
  if (!document.execCommand?.('insertText', false, text)) field.setRangeText(text, selectionStart, selectionEnd, 'end');
}

/**
 * Marks each line of the selection, or takes the mark away when the selection has it. Without a selection the caret goes
 * between two marks.
 */
export function wrapSelection(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const selected = value.slice(start, end);
  // A mark next to a space is no mark, and a double click selects the space after a word.
  const words = selected.trim();
  const from = start + selected.indexOf(words);
  const to = from + words.length;
  const isMarked = value.slice(from - mark.length, from) === mark && value.slice(to, to + mark.length) === mark;
  const lines = words.replace(/(^> )?(\S(?:.*\S)?)/gm, (_, sign = '', line) => sign + mark + line + mark);
  const next = isMarked ? words : lines || mark + mark;
  const first = isMarked ? from - mark.length : from;
  field.setSelectionRange(first, isMarked ? to + mark.length : to);
  replaceSelection(field, next);
  const inset = isMarked ? 0 : mark.length;
  field.setSelectionRange(first + inset, first + next.length - inset);
}
