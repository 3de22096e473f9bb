import { useEffect, useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { useSubmit } from '../form/use-submit.ts';

export interface Rows<Row> {
  list: readonly Row[];
  total: number;
}

const NONE = { list: [], total: 0 };

/** Rows that a page came with and that grow by further pages; a row that moved to a later page is not shown twice. */
export function useRows<Row extends { id: number }>(loaded: Rows<Row> | null) {
  const t = useText();
  const [rows, setRows] = useState<Rows<Row>>(loaded ?? NONE);
  const { isSending: isLoading, submit } = useSubmit({ fallback: t('frame.error.network') });
  useEffect(() => setRows(loaded ?? NONE), [loaded]);

  const append = (load: () => Promise<Rows<Row>>): Promise<void> =>
    submit(async () => {
      const { list, total } = await load();
      setRows((current) => {
        const known = new Set(current.list.map(({ id }) => id));
        return { list: [...current.list, ...list.filter(({ id }) => !known.has(id))], total };
      });
    });

  return { rows, setRows, isLoading, append };
}
