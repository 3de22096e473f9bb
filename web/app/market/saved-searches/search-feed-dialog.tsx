import { IconCopy } from 'virtual:icons';
import type { SavedSearch } from '@app/contract/market/searches';
import { searchesApi } from '#contract/market/searches';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { IconButton, TextButton } from '../../ui/buttons.tsx';
import { Dialog, DialogText, dialogActions } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './search-feed-dialog.module.css';

interface SearchFeedDialogProps {
  search: SavedSearch;
  onChange: (search: SavedSearch) => void;
  onClose: () => void;
}

/** Makes, shows, renews and ends the secret address of a search's feed. */
export function SearchFeedDialog({ search: { id, name, feed }, onChange, onClose }: SearchFeedDialogProps) {
  const t = useText('searches');
  const { isSending, submit } = useSubmit();

  const change = (endpoint: typeof searchesApi.renewFeed | typeof searchesApi.removeFeed, done: string): void =>
    void submit(async () => {
      onChange(await call(endpoint, { params: { id } }));
      toast.success(done);
    });
  const renew = (): void =>
    change(searchesApi.renewFeed, t(feed === null ? 'searches.feed.made' : 'searches.feed.renewed'));

  return (
    <Dialog title={t('searches.feed.title')} about={name} hasClose onClose={onClose}>
      <DialogText>
        <p>{t('searches.feed.text')}</p>
      </DialogText>
      {feed !== null && (
        <p className={styles.address}>
          <code>{feed}</code>
          <IconButton
            icon={IconCopy}
            label={t('searches.feed.copy')}
            size={20}
            hasTooltip
            onClick={() => void copyText(feed, t('searches.feed.copied'), t('frame.error.generic'))}
          />
        </p>
      )}
      <div className={dialogActions}>
        {feed !== null && (
          <TextButton
            text={t('searches.feed.remove')}
            className={button('quiet')}
            aria-busy={isSending}
            onClick={() => change(searchesApi.removeFeed, t('searches.feed.removed'))}
          />
        )}
        <TextButton
          text={t(feed === null ? 'searches.feed.make' : 'searches.feed.renew')}
          className={button(feed === null ? 'primary' : 'plain')}
          aria-busy={isSending}
          onClick={renew}
        />
      </div>
    </Dialog>
  );
}
