export interface Option {
  /** A number, or a word of the contract. */
  id: number | string;
  name: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign) : text;
}

export function optionsHtml(any: string, options: readonly Option[], chosen: Option['id'] | null): string {
  let html = `<option value="">${escapeHtml(any)}</option>`;
  for (const { id, name } of options) {
    html += `<option value="${escapeHtml(String(id))}"${id === chosen ? ' selected=""' : ''}>${escapeHtml(name)}</option>`;
  }
  return html;
}
