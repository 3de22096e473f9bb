import type { Person } from '../support/people.ts';
import { BLANK_PATH } from './relay.ts';
import type { Visitor } from './visitor.ts';

/** Signs in by the call of the sign-in page, without its form: the browser keeps the cookie. */
export async function signIn(visitor: Visitor, { login, password }: Pick<Person, 'login' | 'password'>): Promise<void> {
  await visitor.go(BLANK_PATH);
  const status = await visitor.ask(
    async (json) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/auth', { method: 'POST', headers, body: JSON.stringify(json) })).status;
    },
    { login, password },
  );
  if (status !== 200) throw new Error(`Signing in as ${login}: ${status}`);
}
