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
import { button } from '../../../ui/button.ts';
import { Crumbs } from '../../../ui/crumbs.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import type { Route } from './+types/make-post-page.ts';
import { type DraftStore, draftStore, type KeptDraft } from './draft-store.ts';
import { EMPTY_POST, fieldsOfPost } from './post-fields.ts';
import styles from './post-form.module.css';
import { PostForm } from './post-form.tsx';
import type { PostStart } from './use-post-form.ts';

export const handle = { texts: ['make-post', 'errors', 'payments'] } satisfies PageHandle;

/** One makes publications on one's own page only. */
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
    // Without the number of drafts the form works as well.
    call(publicationsApi.drafts, { query: { size: 1 } }).catch((error: unknown) => {
      report(error);
      return null;
    }),
  ]);
  if (draft && draft.own !== 1) throw redirect(`${home}/add`);
  if (draft?.state === 'published') throw redirect(`${home}/${draft.publish_id}/edit`);
  return { userId: viewer.user_id, draft, drafts: drafts?.total ?? 0 };
}

const NEW = 'new';

interface Opening {
  start: PostStart;
  round: number;
  opened: 'restored' | 'unsaved' | null;
}

const blank = (): PostStart => ({
  key: NEW,
  publishId: null,
  fields: EMPTY_POST,
  content: [],
  state: null,
  kept: null,
});

const fromServer = (key: string, draft: Publication): PostStart => ({
  key,
  publishId: draft.publish_id,
  fields: fieldsOfPost(draft),
  content: draft.content,
  state: draft.state,
  kept: null,
});

/** The unfinished publication of this device, if it is still one: another device may have published or deleted its draft. */
async function openKept(store: DraftStore, kept: KeptDraft): Promise<Opening | null> {
  const local = { start: { ...blank(), publishId: kept.publishId, kept }, round: 1 } as const;
  if (kept.publishId === null) return { ...local, opened: 'unsaved' };
  try {
    const draft = await call(publicationsApi.one, { params: { id: kept.publishId } });
    if (draft.state !== 'published') {
      // What the server has is what another device may have gone on with.
      if (kept.isSent && kept.files.every(({ stored }) => stored !== null))
        return { start: fromServer(NEW, draft), round: 1, opened: 'restored' };
      return { ...local, opened: kept.isSent ? 'restored' : 'unsaved' };
    }
  } catch (error) {
    const isGone = isApiError(error) && error.status >= 400 && error.status < 500;
    if (!isGone) return { ...local, opened: 'unsaved' };
  }
  await store.drop(NEW);
  return null;
}

/** A new publication, or a draft to go on with. What is made is kept until it is published, here and on the person's other devices. */
export default function MakePostPage({ loaderData: { userId, draft, drafts } }: Route.ComponentProps) {
  const t = useText('make-post');
  const navigate = useNavigate();
  const [opening, setOpening] = useState<Opening>(() => ({
    start: draft ? fromServer(String(draft.publish_id), draft) : blank(),
    round: 0,
    opened: null,
  }));

  useEffect(() => {
    let isLeft = false;
    const store = draftStore(userId);
    async function look(): Promise<void> {
      const key = draft ? String(draft.publish_id) : NEW;
      const own = await store.get(key);
      const begun = draft && !own ? await store.get(NEW) : undefined;
      const kept = own ?? (begun?.publishId === draft?.publish_id ? begun : undefined);
      if (!kept || isLeft) return;
      let found: Opening | null = null;
      if (!draft) found = await openKept(store, kept);
      else if (!kept.isSent) found = { start: { ...fromServer(kept.key, draft), kept }, round: 1, opened: 'unsaved' };
      if (found && !isLeft) setOpening(found);
    }
    void look();
    return () => {
      isLeft = true;
    };
  }, [userId, draft]);

  function startOver(): void {
    setOpening(({ round }) => ({ start: blank(), round: round + 1, opened: null }));
    void navigate(`/user/${userId}/social/add`, { replace: true });
  }

  // The one that is open here is no other.
  const others = drafts - ((opening.start.kept?.publishId ?? opening.start.publishId) === null ? 0 : 1);
  const home = `/user/${userId}/social`;
  const title = t(draft ? 'make-post.title.draft' : 'make-post.title.new');
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${title} · ${t('frame.name')}`} noIndex />
      <div className={styles.crumbs}>
        <Crumbs items={[{ text: t('make-post.crumbs.own'), to: home }, { text: title }]} />
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
        <PostForm
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
