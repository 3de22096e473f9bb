/** The code in what was typed or pasted: the whole link will do, too. */
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
