import { IconCheckbox, IconFolderSymlink } from 'virtual:icons';
import { Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { TextButton } from '../../../ui/buttons.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { CardAd } from '../../ads/ad-card.tsx';
import { ListedCard } from '../../ads/list/listed-card.tsx';
import grid from '../../ads/own/own-ads-grid.module.css';
import bar from '../selection-bar.module.css';
import { useSelection } from '../use-selection.ts';
import { FolderActions, type Folders, NewFolderButton } from './folder-bar.tsx';
import styles from './folders.module.css';

const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog);

interface FavoritesListProps {
  ads: readonly CardAd[];
  /** Null when they could not be loaded: then nothing can be moved. */
  folders: Folders | null;
  current: number | null;
  allHref: string;
}

/** Favorites as cards. While some are being chosen, a press on a card marks it, and a bar moves them into a folder. */
export function FavoritesList({ ads, folders, current, allHref }: FavoritesListProps) {
  const t = useText('my-ads');
  const { revalidate } = useRevalidator();
  const [isChoosing, setChoosing] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const { chosen, has, toggle, clear } = useSelection(ads);
  const folder = folders?.folders.find(({ id }) => id === current);
  const stop = (): void => {
    setChoosing(false);
    clear();
  };
  return (
    <>
      {folders && (
        <div className={styles.tools}>
          {folders.folders.length === 0 && <NewFolderButton />}
          {folder && <FolderActions folder={folder} allHref={allHref} />}
          {ads.length > 0 && (
            <TextButton
              icon={IconCheckbox}
              size={18}
              text={t(isChoosing ? 'my-ads.folders.chooseEnd' : 'my-ads.folders.choose')}
              className={`${button('plain', 'small')} ${styles.choose}`}
              aria-pressed={isChoosing}
              onClick={() => (isChoosing ? stop() : setChoosing(true))}
            />
          )}
        </div>
      )}
      <ul className={grid.grid}>
        {ads.map((ad, index) => (
          <li key={ad.board_id} className={isChoosing ? styles.pickable : undefined}>
            {/* A press marks the card then, so nothing below the mark may be reached. */}
            <div inert={isChoosing}>
              <ListedCard ad={ad} index={index} hasHeart={!isChoosing} />
            </div>
            {isChoosing && (
              <label className={styles.pick}>
                <input
                  type="checkbox"
                  aria-label={t('my-ads.folders.pick', { title: ad.board_title })}
                  checked={has(ad.board_id)}
                  onChange={() => toggle(ad.board_id)}
                />
              </label>
            )}
          </li>
        ))}
      </ul>
      <p className="sr" role="status">
        {chosen.length > 0 && t('my-ads.select.count', { count: chosen.length })}
      </p>
      {chosen.length > 0 && (
        <section className={bar.bar} aria-label={t('my-ads.many.act')}>
          <b className={bar.count}>{t('my-ads.select.count', { count: chosen.length })}</b>
          <TextButton
            icon={IconFolderSymlink}
            size={18}
            text={t('my-ads.folders.move')}
            className={button('primary', 'small')}
            onClick={() => setMoving(true)}
          />
          <button type="button" className={button('quiet', 'small')} onClick={clear}>
            {t('my-ads.select.none')}
          </button>
        </section>
      )}
      {isMoving && folders && (
        <Suspense>
          <MoveDialog
            boardIds={chosen.map(({ board_id }) => board_id)}
            folders={folders.folders}
            onMoved={async () => {
              stop();
              await revalidate();
            }}
            onClose={() => setMoving(false)}
          />
        </Suspense>
      )}
    </>
  );
}
