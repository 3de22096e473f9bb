import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { Track } from '@app/contract/publishing/music';
import { useEffect, useRef, useState } from 'react';
import { musicApi } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import styles from './lyrics.module.css';
import { seek, usePlayer, useProgress } from './player.ts';

type LyricsData = ResponseOf<typeof musicApi.lyrics>;

/** Time in milliseconds for which a manual scroll suspends automatic scrolling. */
const HANDS_OFF_MS = 4000;

function lineAt(lines: LyricsData['lines'], position: number): number {
  return lines.findLastIndex(({ at }) => at !== null && at <= position);
}

/** Lyrics of a track. Timed lyrics follow the playback, and a press on a line seeks to its time. */
export function Lyrics({ track }: { track: Track }) {
  const t = useText('music');
  const [lyrics, setLyrics] = useState<LyricsData | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    setLyrics(null);
    call(musicApi.lyrics, { params: { id: track.id } }).then(
      (answer) => !isGone && setLyrics(answer),
      () => !isGone && setLyrics('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [track.id]);
  if (lyrics === null) return <div className={styles.lyrics} aria-busy="true" />;
  if (lyrics === 'failed') return <p className={styles.none}>{t('music.lyrics.failed')}</p>;
  if (lyrics.lines.length === 0) return <p className={styles.none}>{t('music.lyrics.none')}</p>;
  return lyrics.synced === 1 ? <SyncedLyrics track={track} lyrics={lyrics} /> : <PlainLyrics lyrics={lyrics} />;
}

function PlainLyrics({ lyrics }: { lyrics: LyricsData }) {
  return <p className={`${styles.lyrics} ${styles.plain}`}>{lyrics.lines.map(({ text }) => text).join('\n')}</p>;
}

function SyncedLyrics({ track, lyrics }: { track: Track; lyrics: LyricsData }) {
  const t = useText('music');
  const { track: current } = usePlayer();
  const { position } = useProgress();
  const list = useRef<HTMLOListElement>(null);
  const manualScrollUntil = useRef(0);
  const isOn = current?.id === track.id;
  const sung = isOn ? lineAt(lyrics.lines, position) : -1;

  useEffect(() => {
    const row = list.current?.children[sung];
    if (row && Date.now() > manualScrollUntil.current) row.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [sung]);

  const pauseAutoScroll = (): void => {
    manualScrollUntil.current = Date.now() + HANDS_OFF_MS;
  };
  return (
    <ol ref={list} className={styles.lyrics} onWheel={pauseAutoScroll} onTouchMove={pauseAutoScroll}>
      {lyrics.lines.map(({ at, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a song repeat, and never change places
        <li key={index} data-sung={index === sung || undefined} aria-current={index === sung || undefined}>
          {isOn && at !== null && text !== '' ? (
            <TextButton text={text} aria-label={t('music.lyrics.seek', { text })} onClick={() => seek(at)} />
          ) : (
            text || '♪'
          )}
        </li>
      ))}
    </ol>
  );
}
