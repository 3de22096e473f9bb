import { redirect } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { hostContext } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { Crumbs } from '../../../ui/crumbs.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import type { Route } from './+types/edit-post-page.ts';
import { fieldsOfPost } from './post-fields.ts';
import styles from './post-form.module.css';
import { PostForm } from './post-form.tsx';

export const handle = { texts: ['make-post', 'errors', 'payments'] } satisfies PageHandle;

/** Only the author changes it; everyone else, and one that cannot be read, leads to the person's publications. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  const home = `/user/${params.user_id}/social`;
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(`${home}/${params.publish_id}/edit`)}`);
  try {
    const post = await call(publicationsApi.one, { params: { id: params.publish_id } });
    if (post.own !== 1) throw redirect(home);
    if (post.state !== 'published') throw redirect(`/user/${viewer.user_id}/social/add?draft=${post.publish_id}`);
    return { userId: viewer.user_id, post };
  } catch (error) {
    if (isApiError(error)) throw redirect(home);
    throw error;
  }
}

/** Words, order, cover, descriptions and rules of a publication that is out. */
export default function EditPostPage({ loaderData: { userId, post } }: Route.ComponentProps) {
  const t = useText('make-post');
  const title = t('make-post.title.edit');
  const home = `/user/${userId}/social`;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${title} · ${t('frame.name')}`} noIndex />
      <div className={styles.crumbs}>
        <Crumbs items={[{ text: t('make-post.crumbs.own'), to: home }, { text: title }]} />
      </div>
      <section className={styles.sheet}>
        <div className={styles.title}>
          <h1>{title}</h1>
        </div>
        <PostForm
          key={post.publish_id}
          viewerId={userId}
          start={{
            key: `edit-${post.publish_id}`,
            publishId: post.publish_id,
            fields: { ...fieldsOfPost(post), publish_at: null },
            content: post.content,
            state: post.state,
            kept: null,
          }}
        />
      </section>
    </div>
  );
}
