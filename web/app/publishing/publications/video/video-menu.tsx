import { IconCheck } from 'virtual:icons';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { Menu, menuRow, menuSeparator, menuTitle } from '../../../ui/frame/menu.tsx';
import { loadVideoSettings, saveVideoSettings } from '../../../ui/media/video-settings.ts';
import styles from './video-menu.module.css';

interface VideoMenuProps {
  id: string;
  heights: readonly number[];
  onChoose: (height: number | null) => void;
}

export function VideoMenu({ id, heights, onChoose }: VideoMenuProps) {
  const t = useText('posts');
  const [quality, setQuality] = useState<number | null>(null);
  const [autoplay, setAutoplay] = useState(true);
  const read = useRef(() => {
    const choice = loadVideoSettings();
    setQuality(choice.quality);
    setAutoplay(choice.autoplay);
  });
  useEffect(() => read.current(), []);

  return (
    <Menu id={id} label={t('posts.video.settings')}>
      {heights.length > 1 && (
        <>
          <p className={menuTitle}>{t('posts.video.quality')}</p>
          {[null, ...heights].map((height) => (
            <button
              key={height ?? 0}
              type="button"
              className={menuRow}
              aria-pressed={quality === height}
              onClick={() => {
                setQuality(height);
                onChoose(height);
              }}
            >
              <span className={styles.mark}>
                {quality === height && <IconCheck size={18} stroke={2} aria-hidden="true" />}
              </span>
              {height === null ? t('posts.video.quality.auto') : `${height}p`}
            </button>
          ))}
          <hr className={menuSeparator} />
        </>
      )}
      <label className={menuRow}>
        <span className={styles.mark}>
          <input
            type="checkbox"
            checked={autoplay}
            onChange={({ currentTarget: { checked } }) => {
              setAutoplay(checked);
              saveVideoSettings({ autoplay: checked });
            }}
          />
        </span>
        {t('posts.video.autoplay')}
      </label>
    </Menu>
  );
}
