import { IconBookmark, IconPlus } from 'virtual:icons';
import type { Collection } from '@app/contract/publishing/collections';
import { useState } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { collectionsApi } from '#contract/publishing/collections';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/collections-page.ts';
import { CollectionNameDialog } from './collection-name-dialog.tsx';
import styles from './collections-page.module.css';
import { NO_COLLECTION } from './save-item.ts';

export const handle = { texts: ['collections'] } satisfies PageHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect('/auth?next=/collections');
  return (await call(collectionsApi.list)).list;
}

export default function CollectionsPage({ loaderData: collections }: Route.ComponentProps) {
  const t = useText('collections');
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  return (
    <div className="wrap">
      <PageHead title={`${t('collections.title')} · ${t('frame.name')}`} noIndex />
      <div className={styles.top}>
        <div>
          <h1>{t('collections.title')}</h1>
          <p className="dim">{t('collections.private')}</p>
        </div>
        <TextButton
          icon={IconPlus}
          text={t('collections.new')}
          className={button('light')}
          onClick={() => setNaming(true)}
        />
      </div>
      <ul className={styles.grid}>
        {collections.map((collection) => (
          <li key={collection.id}>
            <CollectionCard collection={collection} />
          </li>
        ))}
      </ul>
      {isNaming && (
        <CollectionNameDialog
          title={t('collections.new')}
          verb={t('collections.create')}
          initial=""
          save={async (name) => {
            const made = await call(collectionsApi.create, { body: { name } });
            await navigate(`/collections/${made.id}`);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}

function CollectionCard({ collection: { id, name, count, photos } }: { collection: Collection }) {
  const t = useText('collections');
  return (
    <Link to={`/collections/${id}`} className={styles.card}>
      <span className={styles.photos} data-count={Math.min(photos.length, 4)}>
        {photos.length === 0 && <IconBookmark size={36} stroke={1.5} aria-hidden="true" />}
        {photos.slice(0, photos.length < 4 ? 1 : 4).map((photo) => (
          <img key={photo} src={photo} alt="" loading="lazy" />
        ))}
      </span>
      <b className="clip1">{id === NO_COLLECTION ? t('collections.default') : name}</b>
      <small>{t('collections.count', { count })}</small>
    </Link>
  );
}
