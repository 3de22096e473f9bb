import { data, isRouteErrorResponse } from 'react-router';
import { PersonMissing } from '../people/users/lazy-person-missing.tsx';
import { hostContext } from '../platform/host.ts';
import type { PageHandle } from '../platform/page-handle.ts';
import { ErrorPage } from '../ui/frame/error-page.tsx';
import { quietBody } from '../ui/page/quiet-body.tsx';
import type { Route } from './+types/person-page.ts';
import { type LoadedPerson, loadPerson } from './load-person.ts';

export const handle = { lateScripts: 'needed' } satisfies PageHandle;

const { Body, withBody } = quietBody<LoadedPerson>({
  load: async () => (await import('./person-body.tsx')).PersonBody,
  texts: ['person', 'posts'],
});

export async function loader({ params, context }: Route.LoaderArgs) {
  const loaded = await loadPerson(context.get(hostContext), params.user_id);
  // The page is closed for the viewer, except to unblock a person whom the viewer blocked.
  const isClosed = loaded.person.unavailable === 1 && loaded.person.blocked !== 1;
  return data(loaded, { status: isClosed ? 403 : 200 });
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => withBody(serverLoader());

export default function PersonPage({ loaderData }: Route.ComponentProps) {
  return <Body {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 410))
    return <ErrorPage error={error} />;
  const isSuspended = (error.data as { suspended?: unknown } | null)?.suspended === 1;
  return <PersonMissing reason={error.status === 404 ? 'notFound' : isSuspended ? 'suspended' : 'gone'} />;
}
