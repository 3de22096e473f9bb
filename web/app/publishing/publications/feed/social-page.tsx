import { isRouteErrorResponse, redirect, useRouteLoaderData } from 'react-router';
import { followsApi } from '#contract/market/follows';
import { circleApi } from '#contract/people/circle';
import { usersApi } from '#contract/people/users';
import { publicationsApi } from '#contract/publishing/publications';
import { PersonMissing, PersonUnavailable } from '../../../people/users/person-missing.tsx';
import { isApiError } from '../../../platform/api-error.ts';
import { type Host, hostContext, orMissing } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { ErrorPage } from '../../../ui/frame/error-page.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { socialAddress } from '../publication-address.ts';
import type { Route } from './+types/social-page.ts';
import { Feed } from './feed.tsx';
import { FeedHead } from './feed-head.tsx';
import { OwnPublications } from './own-publications.tsx';
import { PersonPublications } from './person-publications.tsx';
import styles from './social-page.module.css';
import { toSuggestedUser } from './suggested-user.ts';

export const handle = { texts: ['posts'], footer: false, readAhead: true } satisfies PageHandle;

const SUGGESTED = 5;

async function loadOwn({ call, report = console.error }: Host, id: number, tab: 'feed' | 'mine') {
  const orNull = <T,>(part: Promise<T>): Promise<T | null> =>
    part.catch((error: unknown) => {
      if (!isApiError(error) || error.status >= 500) report(error);
      return null;
    });
  if (tab === 'mine') {
    const [posts, drafts] = await Promise.all([
      call(publicationsApi.byUser),
      orNull(call(publicationsApi.drafts, { query: { size: 1 } })),
    ]);
    return { kind: 'mine' as const, id, posts, drafts: drafts?.total ?? 0 };
  }
  const [feed, suggestions] = await Promise.all([
    call(publicationsApi.feed, { params: { id }, query: { from: 'mark' } }),
    orNull(call(circleApi.suggestions, { query: { size: SUGGESTED } })),
  ]);
  return { kind: 'feed' as const, id, feed, suggestions: (suggestions?.list ?? []).map(toSuggestedUser) };
}

async function loadPerson({ call, viewer }: Host, id: number) {
  const person = await orMissing(call(usersApi.get, { params: { id }, query: { phone: 'masked' } }));
  if (person.unavailable === 1) return { kind: 'closed' as const, person };
  const [follow, publications] = await Promise.all([
    call(followsApi.get, { params: { id } }).catch((error: unknown) => {
      if (!isApiError(error)) throw error;
      return null;
    }),
    orMissing(call(publicationsApi.byUser, { query: { user_id: id } })),
  ]);
  return { kind: 'person' as const, person, follow, publications, isSignedIn: viewer !== null };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  if (!/^\d{1,15}$/.test(params.user_id)) throw new Response(null, { status: 404 });
  const id = Number(params.user_id);
  const { searchParams } = url;
  if (host.viewer?.user_id === id) return loadOwn(host, id, searchParams.get('tab') === 'mine' ? 'mine' : 'feed');
  if (searchParams.has('tab')) throw redirect(socialAddress(id));
  return loadPerson(host, id);
}

export default function SocialPage({ loaderData }: Route.ComponentProps) {
  const t = useText('posts');
  const root = useRouteLoaderData<RootData>('root');
  if (loaderData.kind === 'closed') {
    return <PersonUnavailable person={loaderData.person} onUnblocked={() => window.location.reload()} />;
  }
  if (loaderData.kind === 'person') {
    return <PersonPublications key={loaderData.person.id} {...loaderData} publicUrl={root?.publicUrl ?? ''} />;
  }
  const { kind, id } = loaderData;
  return (
    <div className={`wrap ${styles.own}`}>
      <PageHead title={`${t(kind === 'feed' ? 'posts.feed.title' : 'posts.feed.mine')} · ${t('frame.name')}`} noIndex />
      {kind === 'feed' ? (
        <Feed
          viewerId={id}
          feed={loaderData.feed}
          suggestions={loaderData.suggestions}
          header={<FeedHead id={id} tab="feed" />}
        />
      ) : (
        <OwnPublications
          id={id}
          publications={loaderData.posts}
          drafts={loaderData.drafts}
          header={<FeedHead id={id} tab="mine" />}
        />
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 410))
    return <ErrorPage error={error} />;
  const isSuspended = (error.data as { suspended?: unknown } | null)?.suspended === 1;
  return <PersonMissing reason={error.status === 404 ? 'notFound' : isSuspended ? 'suspended' : 'gone'} />;
}
