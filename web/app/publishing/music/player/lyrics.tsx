import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { Track } from '@app/contract/publishing/music';
import { useEffect, useRef, useState } from 'react';
import { musicApi } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import styles from './lyrics.module.css';
import { seek, usePlayer, useProgress } from './player.ts';

type Words = ResponseOf<typeof musicApi.lyrics>;

/** A touch of the list by hand: it stops following for so long. */
const HANDS_OFF_MS = 4000;

/** The line that is sung at this moment; −1 before the first. */
function lineAt(lines: Words['lines'], position: number): number {
  return lines.findLastIndex(({ at }) => at !== null && at <= position);
}

/** The words of a track. Those with times follow the music, and a press on a line goes there. */
export function Lyrics({ track }: { track: Track }) {
  const t = useText('music');
  const [words, setWords] = useState<Words | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    setWords(null);
    call(musicApi.lyrics, { params: { id: track.id } }).then(
      (answer) => !isGone && setWords(answer),
      () => !isGone && setWords('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [track.id]);
  if (words === null) return <div className={styles.lyrics} aria-busy="true" />;
  if (words === 'failed') return <p className={styles.none}>{t('music.lyrics.failed')}</p>;
  if (words.lines.length === 0) return <p className={styles.none}>{t('music.lyrics.none')}</p>;
  return words.synced === 1 ? <SyncedLyrics track={track} words={words} /> : <PlainLyrics words={words} />;
}

function PlainLyrics({ words }: { words: Words }) {
  return <p className={`${styles.lyrics} ${styles.plain}`}>{words.lines.map(({ text }) => text).join('\n')}</p>;
}

function SyncedLyrics({ track, words }: { track: Track; words: Words }) {
  const t = useText('music');
  const { track: current } = usePlayer();
  const { position } = useProgress();
  const list = useRef<HTMLOListElement>(null);
  const heldUntil = useRef(0);
  const isOn = current?.id === track.id;
  const sung = isOn ? lineAt(words.lines, position) : -1;

  useEffect(() => {
    const row = list.current?.children[sung];
    if (row && Date.now() > heldUntil.current) row.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [sung]);

  const hold = (): void => {
    heldUntil.current = Date.now() + HANDS_OFF_MS;
  };
  return (
    <ol ref={list} className={styles.lyrics} onWheel={hold} onTouchMove={hold}>
      {words.lines.map(({ at, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a song repeat, and never change places
        <li key={index} data-sung={index === sung || undefined} aria-current={index === sung || undefined}>
          {isOn && at !== null && text !== '' ? (
            <button type="button" aria-label={t('music.lyrics.seek', { text })} onClick={() => seek(at)}>
              {text}
            </button>
          ) : (
            text || '♪'
          )}
        </li>
      ))}
    </ol>
  );
}
