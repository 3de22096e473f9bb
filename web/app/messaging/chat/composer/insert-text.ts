/** Puts the text in place of the selection, without the focus of the field, which would open the keyboard of a phone. */
export function insertText(field: HTMLTextAreaElement, text: string): string {
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  return field.value;
}
