/** Extracts the code from typed or pasted text, which may be the whole link. */
export function parseTypedCode(typed: string): string {
  const text = typed.trim();
  const [, fromLink] = /[?&]referral=([^&#\s]+)/i.exec(text) ?? [];
  return fromLink === undefined ? text : decodeURIComponentSafely(fromLink);
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
