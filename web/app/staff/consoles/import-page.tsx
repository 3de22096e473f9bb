import { IconCheck, IconFileTypeCsv } from 'virtual:icons';
import type { ReferenceImport, ReferenceTable } from '@app/contract/reference/reference';
import { useState } from 'react';
import { REFERENCE_IMPORT_CHARS_MAX, REFERENCE_TABLES, referenceApi } from '#contract/reference/reference';
import { call } from '../../platform/call.ts';
import { formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Route } from './+types/import-page.ts';
import { AdminPage } from './frame/admin-page.tsx';
import { staffHost } from './frame/staff-host.ts';
import { useStaffAction } from './frame/use-staff-action.ts';
import styles from './import-page.module.css';
import { FilterSelect } from './table/filter-select.tsx';

export const handle = { texts: ['admin', 'reference'], frame: false } satisfies PageHandle;

/** Columns of each file; those in brackets are optional. */
const COLUMNS: Record<ReferenceTable, string> = {
  categories: '[id], name_en, name_native',
  countries: '[id], name_en, name_native, phone_code, [iso]',
  cities: '[id], name_en, name_native, country, [lat], [lon]',
};

/** Each character takes at most three bytes, the byte order mark included. */
const BYTES_MAX = 3 * (REFERENCE_IMPORT_CHARS_MAX + 1);

export function loader(input: Route.LoaderArgs): null {
  staffHost(input, 'reference.edit');
  return null;
}

interface Chosen {
  name: string;
  csv: string;
}

export default function ImportPage() {
  const t = useText('admin');
  const [table, setTable] = useState<ReferenceTable>('categories');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [report, setReport] = useState<ReferenceImport | null>(null);
  const { isSending, submit } = useStaffAction();

  function read(file: Chosen, into: ReferenceTable, apply: 0 | 1): void {
    void submit(async () => {
      const next = await call(referenceApi.importTable, { body: { table: into, csv: file.csv, apply } });
      setReport(next);
      if (next.applied) toast.success(t('admin.import.done'));
    });
  }

  async function choose(file: File | undefined): Promise<void> {
    // The preview must belong to the file that the button applies.
    if (file === undefined || isSending) return;
    setReport(null);
    setChosen(null);
    // A file that is too large is not read, because it may exceed the memory of the page.
    const csv = file.size > BYTES_MAX ? undefined : await file.text();
    if (csv === undefined || csv.length > REFERENCE_IMPORT_CHARS_MAX) {
      toast.error(t('admin.import.tooLarge'));
      return;
    }
    const next = { name: file.name, csv };
    setChosen(next);
    read(next, table, 0);
  }

  function changeTable(next: ReferenceTable): void {
    setTable(next);
    setReport(null);
    setChosen(null);
  }

  const canApply = report !== null && !report.applied && report.wrong === 0 && report.created + report.changed > 0;
  return (
    <AdminPage title={t('admin.nav.import')}>
      <p className={styles.intro}>{t('admin.import.intro')}</p>
      <div className={styles.tools}>
        <FilterSelect
          label={t('admin.import.table')}
          value={table}
          choices={REFERENCE_TABLES.map((one) => ({ value: one, label: t(`admin.nav.${one}`) }))}
          onChange={(value) => changeTable(value as ReferenceTable)}
        />
        <label className={`${button('plain')} ${styles.file}`}>
          <IconFileTypeCsv size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {chosen?.name ?? t('admin.import.choose')}
          <input
            type="file"
            accept=".csv,text/csv"
            className="sr"
            onChange={(event) => {
              void choose(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </label>
        {chosen && canApply && (
          <button
            type="button"
            className={button('primary')}
            aria-busy={isSending}
            onClick={() => read(chosen, table, 1)}
          >
            <IconCheck size={18} stroke={2} aria-hidden="true" />
            {t('admin.import.apply')}
          </button>
        )}
      </div>
      <p className={styles.columns}>
        {t('admin.import.columns')} <code>{COLUMNS[table]}</code>
      </p>
      <div role="status">{report && <Report report={report} />}</div>
    </AdminPage>
  );
}

function Report({ report }: { report: ReferenceImport }) {
  const t = useText('admin');
  const lang = useLanguage();
  const { applied, errors, changes, wrong } = report;
  const rest = report.created + report.changed - changes.length;
  return (
    <section className={styles.report} aria-label={t('admin.import.report')}>
      <h2>{t(applied ? 'admin.import.applied' : wrong > 0 ? 'admin.import.refused' : 'admin.import.dry')}</h2>
      <dl className={styles.figures}>
        {(['created', 'changed', 'same', 'wrong'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`admin.import.${name}`)}</dt>
            <dd>{formatNumber(lang, report[name])}</dd>
          </div>
        ))}
      </dl>
      {errors.length > 0 && (
        <ul className={styles.errors}>
          {errors.map(({ line, message }) => (
            <li key={line}>
              <b>{t('admin.import.line', { line })}</b> {message}
            </li>
          ))}
        </ul>
      )}
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map(({ line, name, fields }) => (
            <li key={line}>
              <b>{name}</b>{' '}
              {fields.length === 0
                ? t('admin.import.isNew')
                : fields.map(({ field, before, after }) => (
                    <span key={field} className={styles.change}>
                      {field}: <del>{before}</del> <ins>{after}</ins>
                    </span>
                  ))}
            </li>
          ))}
          {rest > 0 && <li>{t('admin.import.more', { count: rest })}</li>}
        </ul>
      )}
    </section>
  );
}
