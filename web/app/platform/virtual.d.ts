declare module 'virtual:texts/all' {
  import type { Messages } from '@lingui/core';

  export const messages: Record<string, Messages>;
}

declare module 'virtual:texts/loader' {
  import type { Messages } from '@lingui/core';

  /** Address of the file with the texts of one domain or of several; null where the development server makes them. */
  export function fileOfTexts(lang: string, name: string): string | null;
  export function importTexts(lang: string, name: string): Promise<{ messages: Messages }>;
}

declare module 'virtual:emoji/*' {
  export const rows: [sign: string, label: string, tags: string, group: number, tones?: string[]][];
}
