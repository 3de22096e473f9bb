declare module 'virtual:texts/all' {
  import type { Messages } from '@lingui/core';

  export const messages: Record<string, Messages>;
}

declare module 'virtual:texts/loader' {
  import type { Messages } from '@lingui/core';

  export function importTexts(lang: string, domain: string): Promise<{ messages: Messages }>;
}

declare module 'virtual:emoji/*' {
  export const rows: [sign: string, label: string, tags: string, group: number, tones?: string[]][];
}
