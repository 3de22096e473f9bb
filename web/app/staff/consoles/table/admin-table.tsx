import { IconArrowDown, IconArrowsSort, IconArrowUp, IconTable } from 'virtual:icons';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { useIsReplacing } from '../../../ui/list/use-is-replacing.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './admin-table.module.css';
import { TABLE_SIZES, useTableAddress } from './table-query.ts';
import type { Selection } from './use-selection.ts';

export interface AdminColumn<Row> {
  /** Column key; also the sort value in the address where the column is sortable. */
  key: string;
  title: string;
  isSorted?: boolean;
  /** Numbers and dates: tabular figures without line breaks. */
  isNumber?: boolean;
  /** The first column with this flag is the row header. */
  isName?: boolean;
  /** Long words end in an ellipsis where rows have one line. A wide column shares the room with the name. */
  cut?: 'narrow' | 'wide';
  render: (row: Row) => ReactNode;
}

interface AdminTableProps<Row> {
  caption: string;
  columns: readonly AdminColumn<Row>[];
  rows: readonly Row[] | null;
  total: number;
  idOf: (row: Row) => number;
  order?: { sort: string; order: 'asc' | 'desc' };
  actions?: (row: Row) => ReactNode;
  /** Enables row selection; `nameOf` gives the accessible name of a row's checkbox. */
  selection?: Selection & { nameOf: (row: Row) => string };
  isWhole?: boolean;
  /** Every row has one line: the name takes what is left and is cut by an ellipsis. */
  isOneLine?: boolean;
  /** Title, text and optional action of the empty table. */
  empty?: { title: string; text?: string; action?: ReactNode };
}

/**
 * Table whose page, page size, search and order are in the address. Rows become cards on phones. Shows the empty and
 * failed states itself.
 */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const t = useText('admin');
  const { search } = useTableAddress();
  const isReplacing = useIsReplacing(useLocation().pathname);
  const { caption, rows, total, empty } = props;
  if (rows === null) return <LoadFailed title={t('admin.failed')} />;
  if (rows.length === 0) {
    const emptyText = search === '' ? { title: t('admin.empty'), ...empty } : { title: t('admin.nothing', { search }) };
    return (
      <Notice
        icon={<IconTable size={40} stroke={1.5} />}
        title={emptyText.title}
        {...(empty?.text && !search && { text: empty.text })}
      >
        {search === '' ? empty?.action : undefined}
      </Notice>
    );
  }
  return (
    <div className={styles.box}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard */}
      <section className={styles.scroll} aria-label={caption} tabIndex={0}>
        <table className={styles.table} data-one-line={props.isOneLine || undefined} aria-busy={isReplacing}>
          <caption className="sr">{caption}</caption>
          <TableHeader {...props} />
          <tbody>
            {rows.map((row) => (
              <Row key={props.idOf(row)} row={row} {...props} />
            ))}
          </tbody>
        </table>
      </section>
      {!props.isWhole && <TableFooter total={total} shown={rows.length} />}
    </div>
  );
}

function TableHeader<Row>({ columns, rows, idOf, actions, selection, order }: AdminTableProps<Row>) {
  const t = useText('admin');
  const ids = (rows ?? []).map(idOf);
  const isAll = selection !== undefined && ids.every((id) => selection.selected.has(id));
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={styles.choice}>
            <input
              type="checkbox"
              aria-label={t('admin.select.all')}
              checked={isAll}
              onChange={() => selection.choose(ids, !isAll)}
            />
          </th>
        )}
        {columns.map(({ key, title, isSorted }) =>
          isSorted ? (
            <SortableHeader key={key} name={key} title={title} order={order} />
          ) : (
            <th key={key} scope="col">
              {title}
            </th>
          ),
        )}
        {actions && (
          <th scope="col">
            <span className="sr">{t('admin.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const;

function SortableHeader({
  name,
  title,
  order,
}: {
  name: string;
  title: string;
  order: AdminTableProps<never>['order'];
}) {
  const t = useText('admin');
  const { hrefOf, ...asked } = useTableAddress();
  const present = asked.sort === undefined ? order : { sort: asked.sort, order: asked.order };
  const direction = present?.sort === name ? present.order : undefined;
  const next = direction === 'asc' ? 'desc' : 'asc';
  const Arrow = direction === undefined ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" aria-sort={direction && DIRECTIONS[direction]}>
      <Link
        to={hrefOf({ sort: name, order: next })}
        className={styles.sort}
        data-on={direction !== undefined || undefined}
        title={t(next === 'asc' ? 'admin.sort.asc' : 'admin.sort.desc')}
        preventScrollReset
      >
        {title}
        <Arrow size={15} stroke={ICON_STROKE} aria-hidden="true" />
      </Link>
    </th>
  );
}

function Row<Row>({ row, columns, idOf, actions, selection }: AdminTableProps<Row> & { row: Row }) {
  const t = useText('admin');
  const id = idOf(row);
  const isChosen = selection?.selected.has(id) ?? false;
  return (
    <tr data-chosen={isChosen || undefined}>
      {selection && (
        <td className={styles.choice}>
          <input
            type="checkbox"
            aria-label={t('admin.select.one', { name: selection.nameOf(row) })}
            checked={isChosen}
            onChange={() => selection.choose([id], !isChosen)}
          />
        </td>
      )}
      {columns.map(({ key, title, isName, isNumber, cut, render }) =>
        isName ? (
          <th key={key} scope="row" data-label={title}>
            {render(row)}
          </th>
        ) : (
          <td key={key} data-label={title} data-number={isNumber || undefined} data-cut={cut}>
            {render(row)}
          </td>
        ),
      )}
      {actions && <td className={styles.actions}>{actions(row)}</td>}
    </tr>
  );
}

function TableFooter({ total, shown }: { total: number; shown: number }) {
  const t = useText('admin');
  const lang = useLanguage();
  const { page, size, hrefOf, go } = useTableAddress();
  const first = (page - 1) * size + 1;
  const figures = { first, last: first + shown - 1, total };
  const words = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, formatNumber(lang, value)]));
  return (
    <footer className={styles.foot}>
      <span>{t('admin.range', words)}</span>
      <label className={styles.size}>
        {t('admin.size')}
        <select value={size} onChange={(event) => go({ size: Number(event.currentTarget.value) })}>
          {TABLE_SIZES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <Pagination current={page} count={Math.ceil(total / size)} hrefOf={(next) => hrefOf({ page: next })} />
    </footer>
  );
}
