import { redirect } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { hostContext } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import type { Route } from './+types/edit-publication-page.ts';
import { fieldsOfPublication } from './publication-fields.ts';
import styles from './publication-form.module.css';
import { PublicationForm } from './publication-form.tsx';

export const handle = { texts: ['make-post', 'errors', 'payments'] } satisfies PageHandle;

/** Redirects to the user's publications unless the viewer is the author and the publication can be loaded. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  const home = `/user/${params.user_id}/social`;
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(`${home}/${params.publish_id}/edit`)}`);
  try {
    const publication = await call(publicationsApi.one, { params: { id: params.publish_id } });
    if (publication.own !== 1) throw redirect(home);
    if (publication.state !== 'published')
      throw redirect(`/user/${viewer.user_id}/social/add?draft=${publication.publish_id}`);
    return { userId: viewer.user_id, post: publication };
  } catch (error) {
    if (isApiError(error)) throw redirect(home);
    throw error;
  }
}

export default function EditPublicationPage({ loaderData: { userId, post: publication } }: Route.ComponentProps) {
  const t = useText('make-post');
  const title = t('make-post.title.edit');
  const home = `/user/${userId}/social`;
  return (
    <div className="wrap">
      <PageHead title={`${title} · ${t('frame.name')}`} noIndex />
      <div className={styles.crumbs}>
        <Breadcrumbs items={[{ text: t('make-post.crumbs.own'), to: home }, { text: title }]} />
      </div>
      <section className={styles.sheet}>
        <div className={styles.title}>
          <h1>{title}</h1>
        </div>
        <PublicationForm
          key={publication.publish_id}
          viewerId={userId}
          start={{
            key: `edit-${publication.publish_id}`,
            publishId: publication.publish_id,
            fields: { ...fieldsOfPublication(publication), publish_at: null },
            content: publication.content,
            state: publication.state,
            localDraft: null,
          }}
        />
      </section>
    </div>
  );
}
