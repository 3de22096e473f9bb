import type { Page } from '@playwright/test';
import { api } from './api.ts';
import { createPerson, type Person } from './people.ts';

interface SentMessage {
  id: number;
  seq: number;
}

export function sendMessage(from: Person, to: Pick<Person, 'id'>, content: string): Promise<SentMessage> {
  const form = new FormData();
  form.set('content', content);
  return api<SentMessage>('PUT', `/api/chat/${to.id}`, { token: from.token, form });
}

/** Makes two users friends, so that their messages are no message requests. */
export async function befriend(one: Person, other: Person): Promise<void> {
  await api('PUT', `/api/users/friends/${other.id}`, { token: one.token });
  await api('POST', `/api/users/friends/${one.id}`, { token: other.token });
}

export async function friendOf(person: Person, firstname: string): Promise<Person> {
  const friend = await createPerson({ firstname });
  await befriend(person, friend);
  return friend;
}

export const chatRow = (page: Page, firstname: string) =>
  page.getByRole('region', { name: 'Диалоги' }).getByRole('listitem').filter({ hasText: firstname });
