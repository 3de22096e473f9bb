import { IconFiles } from 'virtual:icons';
import { useEffect, useState } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { hostContext } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import type { Route } from './+types/create-publication-page.ts';
import { openDraftStore } from './draft-store.ts';
import { blank, type FormOpening, fromServer, NEW_DRAFT_KEY, openLocalDraft } from './form-opening.ts';
import styles from './publication-form.module.css';
import { PublicationForm } from './publication-form.tsx';

export const handle = { texts: ['make-post', 'errors', 'payments'] } satisfies PageHandle;

/** Users create publications only in their own profile. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { call, viewer, report = console.error } = context.get(hostContext);
  const { pathname, search, searchParams } = url;
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(pathname + search)}`);
  if (Number(params.user_id) !== viewer.user_id) throw redirect(`/user/${params.user_id}/social`);
  if (!viewer.may_publish) throw redirect(`/subscribe/pay/${viewer.user_id}?next=${pathname}`);
  const home = `/user/${viewer.user_id}/social`;
  const id = Number(searchParams.get('draft') ?? 0);
  const [draft, drafts] = await Promise.all([
    id > 0
      ? call(publicationsApi.one, { params: { id } }).catch((error: unknown) => {
          if (isApiError(error)) throw redirect(`${home}/add`);
          throw error;
        })
      : null,
    // The number of drafts is optional for the form, so a failure is ignored.
    call(publicationsApi.drafts, { query: { size: 1 } }).catch((error: unknown) => {
      report(error);
      return null;
    }),
  ]);
  if (draft && draft.own !== 1) throw redirect(`${home}/add`);
  if (draft?.state === 'published') throw redirect(`${home}/${draft.publish_id}/edit`);
  return { userId: viewer.user_id, draft, drafts: drafts?.total ?? 0 };
}

export default function CreatePublicationPage({ loaderData: { userId, draft, drafts } }: Route.ComponentProps) {
  const t = useText('make-post');
  const navigate = useNavigate();
  const [opening, setOpening] = useState<FormOpening>(() => ({
    start: draft ? fromServer(String(draft.publish_id), draft) : blank(),
    round: 0,
    opened: null,
  }));

  useEffect(() => {
    let isLeft = false;
    const store = openDraftStore(userId);
    async function loadLocalDraft(): Promise<void> {
      const key = draft ? String(draft.publish_id) : NEW_DRAFT_KEY;
      const own = await store.get(key);
      const begun = draft && !own ? await store.get(NEW_DRAFT_KEY) : undefined;
      const localDraft = own ?? (begun?.publishId === draft?.publish_id ? begun : undefined);
      if (!localDraft || isLeft) return;
      let found: FormOpening | null = null;
      if (!draft) found = await openLocalDraft(store, localDraft);
      else if (!localDraft.isSent)
        found = { start: { ...fromServer(localDraft.key, draft), localDraft }, round: 1, opened: 'unsaved' };
      if (found && !isLeft) setOpening(found);
    }
    void loadLocalDraft();
    return () => {
      isLeft = true;
    };
  }, [userId, draft]);

  function startOver(): void {
    setOpening(({ round }) => ({ start: blank(), round: round + 1, opened: null }));
    void navigate(`/user/${userId}/social/add`, { replace: true });
  }

  // The open draft is not counted among the other drafts.
  const others = drafts - ((opening.start.localDraft?.publishId ?? opening.start.publishId) === null ? 0 : 1);
  const home = `/user/${userId}/social`;
  const title = t(draft ? 'make-post.title.draft' : 'make-post.title.new');
  return (
    <div className="wrap">
      <PageHead title={`${title} · ${t('frame.name')}`} noIndex />
      <div className={styles.crumbs}>
        <Breadcrumbs items={[{ text: t('make-post.crumbs.own'), to: home }, { text: title }]} />
      </div>
      <section className={styles.sheet}>
        <div className={styles.title}>
          <h1>{title}</h1>
          {others > 0 && (
            <Link to={`${home}/drafts`} className={button('plain', 'small')}>
              <IconFiles size={18} stroke={ICON_STROKE} aria-hidden="true" />
              {t('make-post.drafts.link', { count: others })}
            </Link>
          )}
        </div>
        <PublicationForm
          key={`${opening.start.key} ${opening.round}`}
          viewerId={userId}
          start={opening.start}
          opened={opening.opened}
          {...(!draft && { onStartOver: startOver })}
        />
      </section>
    </div>
  );
}
