import '../ui/button.module.css';
import '../ui/notice.module.css';
import { Suspense } from 'react';
import { isRouteErrorResponse, redirect } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { hostContext, orMissing } from '../platform/host.ts';
import type { PageHandle } from '../platform/page-handle.ts';
import { publicationAddress } from '../publishing/publications/publication-address.ts';
import { ErrorPage } from '../ui/frame/error-page.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { quietBody } from '../ui/page/quiet-body.tsx';
import type { Route } from './+types/publication-page.ts';

export const handle = { lateScripts: 'needed' } satisfies PageHandle;

const { Body, withBody } = quietBody({
  load: async () => (await import('./publication-body.tsx')).PublicationBody,
  texts: ['posts'],
});

const PublicationMissing = lazyPart(
  async () => (await import('../publishing/publications/publication-missing.tsx')).PublicationMissing,
);

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call } = context.get(hostContext);
  const publication = await orMissing(call(publicationsApi.one, { params: { id: params.publish_id } }));
  // Redirects to the canonical address of the publication.
  const { publish_user_id, publish_id } = publication;
  if (params.user_id !== String(publish_user_id) || params.publish_id !== String(publish_id))
    throw redirect(publicationAddress(publish_user_id, publish_id) + url.search);
  return { publication };
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => withBody(serverLoader());

export default function PublicationPage({ loaderData }: Route.ComponentProps) {
  return <Body loaded={loaderData} />;
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status < 400 || error.status >= 500) return <ErrorPage error={error} />;
  return (
    <Suspense>
      <PublicationMissing reason={error.status === 410 ? 'gone' : 'missing'} userId={Number(params.user_id) || 0} />
    </Suspense>
  );
}
