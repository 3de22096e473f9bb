import type { Text } from '../../platform/texts.ts';
import { copyText } from '../../ui/text/copy-text.ts';

export const socialAddress = (userId: number): string => `/user/${userId}/social`;
export const publicationAddress = (userId: number, publishId: number): string =>
  `${socialAddress(userId)}/${publishId}`;

export const copyPublicationLink = (address: string, t: Text<'posts'>): Promise<void> =>
  copyText(window.location.origin + address, t('posts.copied'), t('frame.error.generic'));
