/** The first field of a form that shows an error, or that has one which it shows on leaving. */
export function findInvalidField(form: HTMLElement | null): HTMLElement | null {
  const fields = form?.querySelectorAll<HTMLElement>('input, textarea, select, [aria-invalid="true"]') ?? [];
  for (const field of fields) {
    if (field.getAttribute('aria-invalid') === 'true') return field;
    if (field instanceof HTMLInputElement && field.validity.customError) return field;
  }
  return null;
}

/** Moves the focus to a wrong field, which then shows its error. */
export function focusInvalidField(field: HTMLElement | null): void {
  if (field instanceof HTMLInputElement) field.checkValidity();
  field?.focus();
}
