import { IconAlignLeft, IconFiles, IconPencil, IconPlus, IconSend, IconTrash, IconVideo } from 'virtual:icons';
import type { Publication } from '@app/contract/publishing/publications';
import { useRef, useState } from 'react';
import { Link, redirect, useRevalidator } from 'react-router';
import { PUBLISH_PAGE_SIZE, publicationsApi } from '#contract/publishing/publications';
import { openSubscribePrompt } from '../../../money/payments/subscribe-prompt.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { cut, formatDateTime } from '../../../platform/format/format.ts';
import { formatLongMoment } from '../../../platform/format/format-time.ts';
import { hostContext } from '../../../platform/host.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useFocusNext } from '../../../ui/form/use-focus-next.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import type { Route } from './+types/drafts-page.ts';
import { openDraftStore } from './draft-store.ts';
import styles from './drafts-page.module.css';
import { bodyFieldsOf, fieldsOfPublication } from './publication-fields.ts';
import form from './publication-form.module.css';
import { isUnpaid } from './use-publication-form.ts';

export const handle = { texts: ['make-post', 'errors', 'payments'] } satisfies PageHandle;

const TITLE_MAX = 80;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  const { pathname } = url;
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(pathname)}`);
  if (Number(params.user_id) !== viewer.user_id) throw redirect(`/user/${params.user_id}/social`);
  return { userId: viewer.user_id, first: await call(publicationsApi.drafts, { query: { size: PUBLISH_PAGE_SIZE } }) };
}

/** Unpublished publications: drafts and scheduled ones. */
export default function DraftsPage({ loaderData: { userId, first } }: Route.ComponentProps) {
  const t = useText('make-post');
  const home = `/user/${userId}/social`;
  const title = t('make-post.title.drafts');
  const { list, hasMore, isLoading, more, remove } = useDrafts(first);
  const rows = useFocusNext<HTMLUListElement>(list.length);
  return (
    <div className="wrap">
      <PageHead title={`${title} · ${t('frame.name')}`} noIndex />
      <div className={form.crumbs}>
        <Breadcrumbs items={[{ text: t('make-post.crumbs.own'), to: home }, { text: title }]} />
      </div>
      <section className={form.sheet}>
        <div className={form.title}>
          <h1>{title}</h1>
          {list.length > 0 && (
            <Link to={`${home}/add`} className={button('light', 'small')}>
              <IconPlus size={18} stroke={ICON_STROKE} aria-hidden="true" />
              {t('make-post.title.new')}
            </Link>
          )}
        </div>
        {list.length === 0 && (
          <Notice
            icon={<IconFiles size={40} stroke={1.5} />}
            title={t('make-post.drafts.none')}
            text={t('make-post.drafts.none.text')}
          >
            <Link to={`${home}/add`} className={button('primary')}>
              {t('make-post.title.new')}
            </Link>
          </Notice>
        )}
        <ul ref={rows} className={styles.list}>
          {list.map((draft) => (
            <li key={draft.publish_id}>
              <Draft draft={draft} userId={userId} onGone={() => remove(draft.publish_id)} />
            </li>
          ))}
        </ul>
        {hasMore && (
          <TextButton
            text={t('make-post.drafts.more')}
            className={button('plain', 'wide')}
            disabled={isLoading}
            onClick={() => void more()}
          />
        )}
      </section>
    </div>
  );
}

type Page = Route.ComponentProps['loaderData']['first'];

function useDrafts(first: Page) {
  const t = useText('make-post');
  const [laterPages, setLaterPages] = useState<{ of: Page; list: readonly Publication[]; page: number }>({
    of: first,
    list: [],
    page: 1,
  });
  const [removedIds, setRemovedIds] = useState<ReadonlySet<number>>(new Set());
  const [isLoading, setLoading] = useState(false);
  const known = laterPages.of === first ? laterPages : { of: first, list: [], page: 1 };
  const all = [...first.list, ...known.list];
  const list = all.filter(({ publish_id }, at) => {
    const isFirst = all.findIndex((one) => one.publish_id === publish_id) === at;
    return isFirst && !removedIds.has(publish_id);
  });

  async function more(): Promise<void> {
    setLoading(true);
    try {
      const page = known.page + 1;
      const next = await call(publicationsApi.drafts, { query: { page, size: PUBLISH_PAGE_SIZE } });
      setLaterPages({ of: first, list: [...known.list, ...next.list], page });
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('make-post.drafts.failed'));
    } finally {
      setLoading(false);
    }
  }

  return {
    list,
    hasMore: known.page * PUBLISH_PAGE_SIZE < first.total,
    isLoading,
    more,
    remove: (id: number) => setRemovedIds((before) => new Set(before).add(id)),
  };
}

interface DraftToolsProps {
  editAt: string;
  name: string;
  isBusy: boolean;
  /** Undefined where there is nothing to publish yet. */
  onPublish: (() => void) | undefined;
  onDelete: () => void;
}

function DraftTools({ editAt, name, isBusy, onPublish, onDelete }: DraftToolsProps) {
  const t = useText('make-post');
  return (
    <div className={styles.tools}>
      <Link to={editAt} className={button('light', 'small')} aria-label={t('make-post.drafts.continue.of', { name })}>
        <IconPencil size={18} stroke={ICON_STROKE} aria-hidden="true" />
        {t('make-post.drafts.continue')}
      </Link>
      {onPublish && (
        <TextButton
          icon={IconSend}
          size={18}
          text={t('make-post.drafts.publish')}
          className={button('plain', 'small')}
          disabled={isBusy}
          aria-label={t('make-post.drafts.publish.of', { name })}
          onClick={onPublish}
        />
      )}
      <TextButton
        icon={IconTrash}
        size={18}
        text={t('make-post.drafts.delete')}
        className={`${button('quiet', 'small')} ${styles.delete}`}
        aria-label={t('make-post.drafts.delete.of', { name })}
        onClick={onDelete}
      />
    </div>
  );
}

function Draft({ draft, userId, onGone }: { draft: Publication; userId: number; onGone: () => void }) {
  const t = useText('make-post', 'errors');
  const lang = useLanguage();
  const { revalidate } = useRevalidator();
  const question = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const id = draft.publish_id;
  const text = draft.publish_description.trim();
  const name = cut(text || t('make-post.drafts.untitled'), TITLE_MAX);
  const editAt = `/user/${userId}/social/add?draft=${id}`;
  const [cover] = draft.content;
  const at = draft.publish_at;

  async function attempt(task: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    try {
      await task();
      await openDraftStore(userId).remove(String(id));
      toast.success(done);
      onGone();
    } catch (error) {
      if (isUnpaid(error)) openSubscribePrompt();
      else if (isApiError(error)) {
        toast.error(error.body.message || t('frame.error.network'));
        if (error.status === 404) await revalidate();
      } else throw error;
    } finally {
      setBusy(false);
    }
  }

  function publish(): void {
    const task = (): Promise<unknown> =>
      draft.content.length > 0
        ? call(publicationsApi.edit, { body: { publish_id: id, publish: 1 } })
        : call(publicationsApi.addText, { body: { ...bodyFieldsOf(fieldsOfPublication(draft)), publish_id: id } });
    void attempt(task, t('make-post.created'));
  }

  return (
    <article className={styles.draft}>
      <span className={styles.cover}>
        {cover?.preview ? (
          <img src={cover.preview} alt={cover.alt} />
        ) : draft.content.length === 0 ? (
          <IconAlignLeft size={28} stroke={1.5} aria-hidden="true" />
        ) : (
          <IconVideo size={28} stroke={1.5} aria-hidden="true" />
        )}
      </span>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Link to={editAt}>{name}</Link>
        </h2>
        <p className={styles.about} data-planned={at !== null || undefined}>
          {at === null
            ? t('make-post.drafts.changed', { moment: formatDateTime(draft.timestamp) })
            : t('make-post.plan.at', { moment: formatLongMoment(lang, at) })}
          {draft.content.length > 0 && ` · ${t('make-post.drafts.files', { count: draft.content.length })}`}
        </p>
        <DraftTools
          editAt={editAt}
          name={name}
          isBusy={isBusy}
          onPublish={draft.content.length > 0 || text !== '' ? publish : undefined}
          onDelete={() => question.current?.showModal()}
        />
      </div>
      <ConfirmDialog
        ref={question}
        question={t('make-post.drafts.delete.question')}
        verb={t('make-post.drafts.delete')}
        isBusy={isBusy}
        onConfirm={() => {
          question.current?.close();
          void attempt(() => call(publicationsApi.remove, { body: { publish_id: id } }), t('make-post.drafts.deleted'));
        }}
      >
        {t('make-post.drafts.delete.text')}
      </ConfirmDialog>
    </article>
  );
}
