import type { Folder } from '@app/contract/messaging/chat';

export const MESSAGES_PATH = '/profile/messages';
export const FOLDER_TABS = ['main', 'requests', 'archive'] as const satisfies readonly Folder[];

export interface ListAddress {
  folder: Folder;
  search: string;
}

export function parseListAddress(query: URLSearchParams): ListAddress {
  const wanted = query.get('folder');
  const folder = FOLDER_TABS.find((one) => one === wanted) ?? 'main';
  return { folder, search: (query.get('search') ?? '').trim().slice(0, 200) };
}

export function addressHref({ folder, search }: ListAddress): string {
  const query = new URLSearchParams();
  if (folder !== 'main') query.set('folder', folder);
  if (search !== '') query.set('search', search);
  const text = query.toString();
  return text === '' ? MESSAGES_PATH : `${MESSAGES_PATH}?${text}`;
}
