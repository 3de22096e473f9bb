import type { Page } from '@playwright/test';
import { api } from './api.ts';
import { createPerson, type Person } from './people.ts';

interface SentMessage {
  id: number;
  seq: number;
}

/** Write to somebody, as another client of that person would. */
export function sendMessage(from: Person, to: Pick<Person, 'id'>, content: string): Promise<SentMessage> {
  const form = new FormData();
  form.set('content', content);
  return api<SentMessage>('PUT', `/api/chat/${to.id}`, { token: from.token, form });
}

/** Two who know each other: what they write needs no answer to a request. */
export async function befriend(one: Person, other: Person): Promise<void> {
  await api('PUT', `/api/users/friends/${other.id}`, { token: one.token });
  await api('POST', `/api/users/friends/${one.id}`, { token: other.token });
}

/** A friend of this person with a name of their own. */
export async function friendOf(person: Person, firstname: string): Promise<Person> {
  const friend = await createPerson({ firstname });
  await befriend(person, friend);
  return friend;
}

/** A line of the list of dialogs. */
export const chatRow = (page: Page, firstname: string) =>
  page.getByRole('region', { name: 'Диалоги' }).getByRole('listitem').filter({ hasText: firstname });
