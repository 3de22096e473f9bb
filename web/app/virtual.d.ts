declare module 'virtual:texts/all' {
  import type { Messages } from '@lingui/core';

  export const messages: Record<string, Messages>;
}

declare module 'virtual:texts/loaders' {
  import type { Messages } from '@lingui/core';

  export const loaders: Record<string, () => Promise<{ messages: Messages }>>;
}
