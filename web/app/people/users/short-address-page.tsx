import { data, redirect } from 'react-router';
import { usersApi } from '#contract/people/users';
import { hostContext, orMissing } from '../../platform/host.ts';
import type { Route } from './+types/short-address-page.ts';

/** `/@login` leads to the page of that person; any other address of one part is unknown. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<never> {
  const [, login] = /^@(.+)$/.exec(params.short_address) ?? [];
  if (login === undefined) throw data(null, { status: 404 });
  const { id } = await orMissing(context.get(hostContext).call(usersApi.findByLogin, { params: { login } }));
  throw redirect(`/user/${id}`);
}

export default function ShortAddressPage() {
  return null;
}
