import { IconExternalLink } from 'virtual:icons';
import type { Board, StaffAdState } from '@app/contract/market/ads';
import { useState } from 'react';
import { Link } from 'react-router';
import { adsApi } from '#contract/market/ads';
import { referenceApi } from '#contract/reference/reference';
import { usePriceText } from '../../market/ads/use-price-text.ts';
import { call as send } from '../../platform/call.ts';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { orFailed } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import type { Route } from './+types/boards-page.ts';
import { AdDialog } from './ads/ad-dialog.tsx';
import { AdsBulkBar } from './ads/ads-bulk-bar.tsx';
import styles from './ads/ads-table.module.css';
import { type AdDecision, BlockAd, PublishAd, ReviewButton } from './ads/review-ad.tsx';
import { mayDo, staffHost } from './frame/staff-host.ts';
import type { AdminColumn } from './table/admin-table.tsx';
import { column, Lines } from './table/cells.tsx';
import { FilterSelect } from './table/filter-select.tsx';
import { loadTable } from './table/load-table.ts';
import { AddButton, RowButtons } from './table/row-buttons.tsx';
import { StaffList } from './table/staff-list.tsx';
import { callQuery, useTableAddress } from './table/table-query.ts';
import { CsvLink } from './table/table-tools.tsx';
import { useSelection } from './table/use-selection.ts';

export const handle = {
  texts: ['admin', 'ad-form', 'my-ads', 'reference', 'moderation', 'complaints'],
  frame: false,
} satisfies PageHandle;

const SORTS = ['date', 'title', 'price'] as const;
const STATES: readonly StaffAdState[] = ['active', 'reserved', 'sold', 'disabled', 'review', 'blocked', 'archived'];

const parseState = (address: URLSearchParams): StaffAdState | undefined =>
  STATES.find((state) => state === address.get('state'));

export async function loader(input: Route.LoaderArgs) {
  const { call, viewer } = staffHost(input, 'ads.read');
  const state = parseState(input.url.searchParams);
  const [list, reference] = await Promise.all([
    loadTable(input, 'ads.read', (_, table) => call(adsApi.list, { query: { ...callQuery(table, SORTS), state } })),
    orFailed(call(referenceApi.listCategories)),
  ]);
  const named = (all: readonly { id: number; name: string }[] = []) => all.map(({ id, name }) => ({ id, name }));
  return {
    list,
    state,
    mayEdit: mayDo(viewer, 'ads.edit'),
    mayDecide: mayDo(viewer, 'moderation.decide'),
    categories: named(reference?.categories),
  };
}

type Open = { type: 'add' } | { type: 'edit' | AdDecision; ad: Board } | null;

export default function BoardsPage({ loaderData }: Route.ComponentProps) {
  const { list, state, mayEdit, mayDecide, categories } = loaderData;
  const t = useText('admin', 'my-ads');
  const { go } = useTableAddress();
  const [open, setOpen] = useState<Open>(null);
  const selection = useSelection((list?.boards ?? []).map(({ board_id }) => board_id));
  const close = (): void => setOpen(null);
  return (
    <StaffList
      title={t('admin.nav.boards')}
      total={list?.total}
      pageActions={
        <>
          <CsvLink path="/api/boards/export.csv" query={{ state }} />
          {mayEdit && <AddButton onPress={() => setOpen({ type: 'add' })} />}
        </>
      }
      search={t('admin.search.boards')}
      filters={
        <FilterSelect
          label={t('admin.boards.state')}
          any={t('admin.boards.state.any')}
          value={state ?? ''}
          choices={STATES.map((one) => ({ value: one, label: t(`my-ads.state.${one}`) }))}
          onChange={(value) => go({ state: value })}
        />
      }
      note={
        list?.total_bounded === 1 && <p className={styles.note}>{t('admin.boards.bounded', { count: list.total })}</p>
      }
      isOneLine
      columns={useColumns()}
      rows={list?.boards ?? null}
      idOf={({ board_id }) => board_id}
      order={{ sort: 'date', order: 'desc' }}
      {...(mayEdit && { selection: { ...selection, nameOf: ({ board_title }: Board) => board_title } })}
      actions={(ad, onRemove) => (
        <>
          <Link
            to={`/ad/${ad.board_id}`}
            className={iconButton}
            aria-label={t('admin.open.named', { name: ad.board_title })}
            title={t('admin.open.named', { name: ad.board_title })}
          >
            <IconExternalLink size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </Link>
          {mayDecide && !ad.board_archived && <ReviewButton ad={ad} onPress={(type) => setOpen({ type, ad })} />}
          {mayEdit && (
            <RowButtons
              name={ad.board_title}
              onEdit={() => setOpen({ type: 'edit', ad })}
              onRemove={ad.board_archived ? undefined : onRemove}
            />
          )}
        </>
      )}
      removal={{
        question: ({ board_title }) => t('admin.board.remove', { name: board_title }),
        text: () => t('admin.board.remove.text'),
        done: t('my-ads.done.erased'),
        remove: ({ board_id }) => send(adsApi.archive, { query: { board_id } }),
      }}
    >
      {mayEdit && <AdsBulkBar selection={selection} state={state} />}
      {open?.type === 'block' && <BlockAd ad={open.ad} onClose={close} />}
      {open?.type === 'publish' && <PublishAd ad={open.ad} onClose={close} />}
      {(open?.type === 'add' || open?.type === 'edit') && (
        <AdDialog {...(open.type === 'edit' && { ad: open.ad })} categories={categories} onClose={close} />
      )}
    </StaffList>
  );
}

function useColumns(): AdminColumn<Board>[] {
  const t = useText('admin', 'my-ads', 'ad-form');
  const priceText = usePriceText();
  return [
    {
      key: 'title',
      title: t('ad-form.title'),
      isSorted: true,
      isName: true,
      render: ({ board_title, board_photos }) => (
        <span className={styles.ad}>
          {board_photos[0] ? (
            <img src={board_photos[0].src_400} alt="" width={56} height={36} loading="lazy" />
          ) : (
            <span className={styles.noPhoto} aria-hidden="true" />
          )}
          <span className={styles.title} title={board_title}>
            {board_title}
          </span>
        </span>
      ),
    },
    {
      key: 'price',
      title: t('ad-form.price'),
      isSorted: true,
      isNumber: true,
      render: ({ board_price, board_kind, board_price_period }) => {
        const text = priceText({ roubles: board_price, kind: board_kind, period: board_price_period });
        return (
          <Lines>
            {board_price === 0 ? <small className={styles.none}>{text}</small> : <span>{text}</span>}
            {board_kind !== 'sell' && <small>{t(`ads.kind.${board_kind}`)}</small>}
          </Lines>
        );
      },
    },
    {
      key: 'category',
      title: t('ad-form.category'),
      cut: 'narrow',
      render: ({ category, city, country }) => (
        <Lines>
          <span title={category?.name}>{category?.name}</span>
          <small title={(city ?? country)?.name}>{(city ?? country)?.name}</small>
        </Lines>
      ),
    },
    {
      key: 'owner',
      title: t('admin.boards.owner'),
      cut: 'narrow',
      render: ({ board_user_id, owner_firstname, owner_lastname }) => (
        <Link to={`/user/${board_user_id}`} className="link" title={`${owner_firstname} ${owner_lastname}`.trim()}>
          {`${owner_firstname} ${owner_lastname}`.trim()}
        </Link>
      ),
    },
    column('state', t('admin.boards.state'), ({ board_state }) => (
      <span className={styles.state} data-state={board_state}>
        {t(`my-ads.state.${board_state}`)}
      </span>
    )),
    {
      key: 'date',
      title: t('admin.boards.date'),
      isSorted: true,
      isNumber: true,
      render: ({ board_date_create }) => formatDate(board_date_create),
    },
  ];
}
