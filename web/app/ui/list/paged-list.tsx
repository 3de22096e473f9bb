import type { Icon } from 'virtual:icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { pageHref } from '../../platform/loading/page-loading.ts';
import { button } from '../button.ts';
import { Notice } from '../notice.tsx';
import { Pagination } from './pagination.tsx';

interface RetryNoticeProps {
  icon: Icon;
  title: string;
  to: string;
  reloadDocument?: boolean;
}

/** What could not be loaded, with a link that loads it again. */
export function RetryNotice({ icon: RetryIcon, title, ...link }: RetryNoticeProps) {
  const t = useText();
  return (
    <Notice tone="berry" icon={<RetryIcon size={40} stroke={1.5} />} title={title}>
      <Link {...link} className={button('primary')}>
        {t('frame.retry')}
      </Link>
    </Notice>
  );
}

interface PagedListProps<Row> {
  path: string;
  page: number;
  size: number;
  icon: Icon;
  /** Null when loading failed. */
  rows: readonly Row[] | null | undefined;
  total: number | undefined;
  failed: string;
  empty: { title: string; text?: string; children?: ReactNode };
  children: (rows: readonly Row[]) => ReactNode;
}

/** List with pages, or the notice that it is empty or could not be loaded. */
export function PagedList<Row>({
  path,
  page,
  size,
  icon,
  rows,
  total = 0,
  failed,
  empty,
  children,
}: PagedListProps<Row>) {
  if (!rows) return <RetryNotice icon={icon} title={failed} to={pageHref(path, page)} />;
  const EmptyIcon = icon;
  if (rows.length === 0) return <Notice icon={<EmptyIcon size={40} stroke={1.5} />} {...empty} />;
  return (
    <>
      {children(rows)}
      <Pagination current={page} count={Math.ceil(total / size)} hrefOf={(next) => pageHref(path, next)} />
    </>
  );
}
