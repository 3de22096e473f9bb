import type { Publication } from '@app/contract/publishing/publications';
import { IconFiles } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { hostContext } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import type { Route } from './+types/create-publication-page.ts';
import { type DraftStore, type LocalPublicationDraft, openDraftStore } from './draft-store.ts';
import { EMPTY_PUBLICATION, fieldsOfPublication } from './publication-fields.ts';
import styles from './publication-form.module.css';
import { PublicationForm } from './publication-form.tsx';
import type { PublicationFormStart } from './use-publication-form.ts';

export const handle = { texts: ['make-post', 'errors', 'payments'] } satisfies PageHandle;

/** Users create publications only in their own profile. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call, viewer, report = console.error } = context.get(hostContext);
  const { pathname, search, searchParams } = new URL(request.url);
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(pathname + search)}`);
  if (Number(params.user_id) !== viewer.user_id) throw redirect(`/user/${params.user_id}/social`);
  if (viewer.user_payed !== 1 && viewer.user_grace !== 1) throw redirect(`/subscribe/pay/${viewer.user_id}`);
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

const NEW_DRAFT_KEY = 'new';

interface FormOpening {
  start: PublicationFormStart;
  round: number;
  opened: 'restored' | 'unsaved' | null;
}

const blank = (): PublicationFormStart => ({
  key: NEW_DRAFT_KEY,
  publishId: null,
  fields: EMPTY_PUBLICATION,
  content: [],
  state: null,
  localDraft: null,
});

const fromServer = (key: string, draft: Publication): PublicationFormStart => ({
  key,
  publishId: draft.publish_id,
  fields: fieldsOfPublication(draft),
  content: draft.content,
  state: draft.state,
  localDraft: null,
});

/** Opens the unsent draft of this device, unless another device published or deleted it on the server. */
async function openLocalDraft(store: DraftStore, localDraft: LocalPublicationDraft): Promise<FormOpening | null> {
  const local = { start: { ...blank(), publishId: localDraft.publishId, kept: localDraft }, round: 1 } as const;
  if (localDraft.publishId === null) return { ...local, opened: 'unsaved' };
  try {
    const draft = await call(publicationsApi.one, { params: { id: localDraft.publishId } });
    if (draft.state !== 'published') {
      // When everything was sent, the server's draft wins, because another device may have changed it.
      if (localDraft.isSent && localDraft.files.every(({ stored }) => stored !== null))
        return { start: fromServer(NEW_DRAFT_KEY, draft), round: 1, opened: 'restored' };
      return { ...local, opened: localDraft.isSent ? 'restored' : 'unsaved' };
    }
  } catch (error) {
    const isGone = isApiError(error) && error.status >= 400 && error.status < 500;
    if (!isGone) return { ...local, opened: 'unsaved' };
  }
  await store.remove(NEW_DRAFT_KEY);
  return null;
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
    <div className={`wrap ${styles.page}`}>
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
