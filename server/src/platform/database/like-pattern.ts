/** Text within a pattern of `like`, in which nothing is a wildcard. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Pattern of `like` for whatever contains this text. */
export const containsPattern = (text: string): string => `%${escapeLike(text)}%`;
