/** The product's own name in its texts, which the operator's name replaces. */
const PRODUCT_NAME = /Около|Okolo/g;

export const containsSiteName = (text: string): boolean => text.search(PRODUCT_NAME) >= 0;

/**
 * Puts the operator's name into a text or a compiled message, of which only the words are strings: values and names of
 * parameters stay as they are. '' leaves everything.
 */
export function withSiteName<Message>(message: Message, name: string): Message {
  if (name === '') return message;
  const rename = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(PRODUCT_NAME, () => name);
    if (Array.isArray(part)) return part.map(rename);
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, rename(value)]));
    return part;
  };
  return rename(message) as Message;
}
