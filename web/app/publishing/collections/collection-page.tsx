import { IconBookmark, IconPencil, IconTrash } from 'virtual:icons';
import type { Collection, SavedItem, SavedItemKind } from '@app/contract/publishing/collections';
import { useRef, useState } from 'react';
import { redirect, useNavigate, useRevalidator, useRouteLoaderData } from 'react-router';
import { COLLECTION_PAGE_SIZE, collectionsApi, SAVED_ITEM_KINDS } from '#contract/publishing/collections';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { hostContext, orMissing } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useFocusNext } from '../../ui/form/use-focus-next.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ListTabs } from '../../ui/list/list-tabs.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Route } from './+types/collection-page.ts';
import { CollectionNameDialog } from './collection-name-dialog.tsx';
import styles from './collections-page.module.css';
import { NO_COLLECTION, removeFromCollection, saveToCollection } from './save-item.ts';
import { SavedItemRow } from './saved-item-row.tsx';
import { savedStateKey, setSavedState } from './saved-state.ts';

export const handle = { texts: ['collections'] } satisfies PageHandle;

function parseAddress({ searchParams }: URL): { kind: SavedItemKind | undefined; page: number } {
  const asked = searchParams.get('kind');
  return {
    kind: SAVED_ITEM_KINDS.find((kind) => kind === asked),
    page: Math.max(1, Number(searchParams.get('page')) || 1),
  };
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect(`/auth?next=/collections/${params.id}`);
  const { kind, page } = parseAddress(url);
  const [{ list }, items] = await Promise.all([
    call(collectionsApi.list),
    orMissing(call(collectionsApi.items, { params: { id: params.id }, query: { page, ...(kind && { kind }) } })),
  ]);
  const collection = list.find(({ id }) => String(id) === params.id);
  if (!collection) throw redirect('/collections');
  // Items may have been removed since this address was created, so the page number is limited to the last page.
  const last = Math.max(1, Math.ceil(items.total / COLLECTION_PAGE_SIZE));
  if (page > last) throw redirect(pageAddress(params.id, { kind, page: last }));
  return { collection, items, kind: kind ?? null, page };
}

function pageAddress(
  id: number | string,
  { kind, page = 1 }: { kind?: SavedItemKind | null | undefined; page?: number },
): string {
  const search = new URLSearchParams();
  if (kind) search.set('kind', kind);
  if (page > 1) search.set('page', String(page));
  return `/collections/${id}${search.size > 0 ? `?${search}` : ''}`;
}

const keyOf = ({ kind, id }: Pick<SavedItem, 'kind' | 'id'>): string => `${kind} ${id}`;

export default function CollectionPage({ loaderData: { collection, items, kind, page } }: Route.ComponentProps) {
  const t = useText('collections');
  const { id } = collection;
  const name = id === NO_COLLECTION ? t('collections.default') : collection.name;
  const { list, remove } = useItems(id, items);
  const rows = useFocusNext<HTMLUListElement>(list.length);
  const isEmpty = items.total - (items.list.length - list.length) <= 0;
  return (
    <div className="wrap">
      <PageHead title={`${name} · ${t('frame.name')}`} noIndex />
      <Breadcrumbs items={[{ text: t('collections.title'), to: '/collections' }, { text: name }]} />
      <div className={styles.top}>
        <div>
          <h1>{name}</h1>
          <p className="dim">{t('collections.private')}</p>
        </div>
        {id !== NO_COLLECTION && <Tools collection={collection} />}
      </div>
      <ListTabs
        label={t('collections.filter')}
        tabs={[null, ...SAVED_ITEM_KINDS].map((one) => ({
          to: pageAddress(id, { kind: one }),
          text: t(`collections.filter.${one ?? 'all'}`),
          count: one === kind ? items.total : null,
          isCurrent: one === kind,
        }))}
      />
      <div className={styles.sheet}>
        {isEmpty &&
          (kind === null ? (
            <Notice
              icon={<IconBookmark size={40} stroke={1.5} />}
              title={t('collections.empty.title')}
              text={t('collections.empty.text')}
            />
          ) : (
            <p className={styles.none}>{t('collections.empty.kind')}</p>
          ))}
        <ul ref={rows} className={styles.items}>
          {list.map((item) => (
            <li key={keyOf(item)}>
              <SavedItemRow item={item} onRemove={() => void remove(item)} />
            </li>
          ))}
        </ul>
      </div>
      <Pagination
        current={page}
        count={Math.ceil(items.total / COLLECTION_PAGE_SIZE)}
        hrefOf={(next) => pageAddress(id, { kind, page: next })}
      />
    </div>
  );
}

function useItems(collectionId: number, items: { list: SavedItem[]; total: number }) {
  const t = useText('collections');
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id ?? 0;
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const without = (key: string): void => setGone((before) => new Set([...before].filter((one) => one !== key)));
  const showError = (error: unknown): void => {
    toast.error((isApiError(error) && error.body.message) || t('collections.keep.failed'));
  };

  async function restore(item: SavedItem): Promise<void> {
    without(keyOf(item));
    setSavedState(savedStateKey(viewerId, item.kind, item.id), true);
    try {
      await saveToCollection({ kind: item.kind, id: item.id }, collectionId);
    } catch (error) {
      setGone((before) => new Set(before).add(keyOf(item)));
      showError(error);
    }
  }

  async function remove(item: SavedItem): Promise<void> {
    setGone((before) => new Set(before).add(keyOf(item)));
    try {
      const holding = await removeFromCollection({ kind: item.kind, id: item.id }, collectionId);
      setSavedState(savedStateKey(viewerId, item.kind, item.id), holding.length > 0);
      // An item that the viewer may no longer see cannot be saved again, so no undo is offered.
      const action = { label: t('collections.keep.undo'), onPress: () => void restore(item) };
      toast.success(t('collections.item.removed'), item.state === 'gone' ? {} : { action });
    } catch (error) {
      without(keyOf(item));
      showError(error);
    }
  }

  return { list: items.list.filter((item) => !gone.has(keyOf(item))), remove };
}

function Tools({ collection }: { collection: Collection }) {
  const t = useText('collections');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const question = useRef<HTMLDialogElement>(null);
  const [isNaming, setNaming] = useState(false);
  const { isSending, submit } = useSubmit({
    fallback: t('frame.error.network'),
    onError: () => void question.current?.close(),
  });
  const params = { id: collection.id };

  async function remove(): Promise<void> {
    await call(collectionsApi.remove, { params });
    toast.success(t('collections.deleted'));
    question.current?.close();
    await navigate('/collections');
  }

  return (
    <div className={styles.actions}>
      <TextButton
        icon={IconPencil}
        text={t('collections.rename')}
        className={button('plain')}
        onClick={() => setNaming(true)}
      />
      <TextButton
        icon={IconTrash}
        text={t('collections.delete')}
        className={`${button('quiet')} ${styles.delete}`}
        onClick={() => question.current?.showModal()}
      />
      {isNaming && (
        <CollectionNameDialog
          title={t('collections.rename')}
          verb={t('collections.save')}
          initial={collection.name}
          save={async (name) => {
            await call(collectionsApi.rename, { params, body: { name } });
            toast.success(t('collections.renamed'));
            await revalidate();
          }}
          onClose={() => setNaming(false)}
        />
      )}
      <ConfirmDialog
        ref={question}
        question={t('collections.delete.question', { name: collection.name })}
        verb={t('collections.delete.verb')}
        isBusy={isSending}
        onConfirm={() => void submit(remove)}
      >
        {t('collections.delete.text')}
      </ConfirmDialog>
    </div>
  );
}
