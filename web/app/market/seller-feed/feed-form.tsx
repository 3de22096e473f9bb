import { IconFileImport } from 'virtual:icons';
import type { SellerFeed } from '@app/contract/market/seller-feeds';
import { type FormEvent, useState } from 'react';
import { AD_PHOTOS_MAX } from '#contract/market/ads';
import { FEED_ADS_MAX, sellerFeedsApi } from '#contract/market/seller-feeds';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './feed.module.css';

/** Columns of a CSV feed. */
const COLUMNS = 'external_id; board_title; board_description; board_price; category; city; board_district; photos';

interface FeedFormProps {
  isDisabled: boolean;
  onChecked: (feed: SellerFeed) => void;
}

export function FeedForm({ isDisabled, onChecked }: FeedFormProps) {
  const t = useText('seller-feed');
  const [file, setFile] = useState<File | null>(null);
  const [url, setUrl] = useState('');
  const [archivesMissing, setArchivesMissing] = useState(false);
  const { isSending, submit } = useSubmit();

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit(async () => {
      const { feed } = await call(sellerFeedsApi.check, {
        body: { url: file === null ? url.trim() : '', archive_missing: archivesMissing ? 1 : 0 },
        files: file === null ? {} : { feed: file },
      });
      onChecked(feed);
    });
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <div className={styles.source}>
        <label className={`${button('light')} ${styles.file}`}>
          <IconFileImport size={20} stroke={ICON_STROKE} aria-hidden="true" />
          <span className="clip1">{file?.name ?? t('seller-feed.file')}</span>
          <input
            type="file"
            accept=".csv,.xml,.yml,text/csv,text/xml,application/xml"
            className="sr"
            onChange={({ currentTarget }) => {
              setFile(currentTarget.files?.[0] ?? null);
              setUrl('');
            }}
          />
        </label>
        <input
          type="url"
          className={styles.url}
          aria-label={t('seller-feed.url')}
          placeholder={t('seller-feed.url')}
          value={url}
          onChange={({ currentTarget }) => {
            setUrl(currentTarget.value);
            setFile(null);
          }}
        />
      </div>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={archivesMissing}
          onChange={({ currentTarget }) => setArchivesMissing(currentTarget.checked)}
        />
        <span>{t('seller-feed.archive')}</span>
      </label>
      <button
        type="submit"
        className={button('primary')}
        disabled={isDisabled || isSending || (file === null && url.trim() === '')}
        aria-busy={isSending}
      >
        {t(isSending ? 'seller-feed.checking' : 'seller-feed.check')}
      </button>
      <details className={styles.help}>
        <summary>{t('seller-feed.help')}</summary>
        <p>{t('seller-feed.help.xml', { max: FEED_ADS_MAX })}</p>
        <p>
          {t('seller-feed.help.csv')} <code>{COLUMNS}</code>
        </p>
        <p>{t('seller-feed.help.photos', { max: AD_PHOTOS_MAX })}</p>
      </details>
    </form>
  );
}
