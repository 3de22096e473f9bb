import type { StreamReaction } from '@app/contract/live/streams';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { STREAM_REACTIONS } from '#contract/live/streams';
import { useText } from '../../../platform/i18n.tsx';
import styles from './reactions.module.css';

const SIGNS: Record<StreamReaction, string> = { heart: '❤️', fire: '🔥', clap: '👏', laugh: '😂', wow: '😮' };

export function ReactionBar({ onReact }: { onReact: (kind: StreamReaction) => void }) {
  const t = useText('streams');
  return (
    <fieldset className={styles.bar}>
      <legend className="sr">{t('streams.reactions')}</legend>
      {STREAM_REACTIONS.map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.sign}
          aria-label={t(`streams.reaction.${kind}`)}
          title={t(`streams.reaction.${kind}`)}
          onClick={() => onReact(kind)}
        >
          <span aria-hidden="true">{SIGNS[kind]}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface Flying {
  id: number;
  kind: StreamReaction;
  at: number;
}

export interface Rising {
  rise(kind: StreamReaction, count: number): void;
}

const TOGETHER_MAX = 24;
const LIFE_MS = 2600;

export function RisingReactions({ ref }: { ref: RefObject<Rising | null> }) {
  const [flying, setFlying] = useState<readonly Flying[]>([]);
  const next = useRef(1);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useImperativeHandle(ref, () => ({
    rise(kind, count) {
      const fresh = Array.from({ length: Math.min(count, TOGETHER_MAX) }, () => ({
        id: next.current++,
        kind,
        at: (next.current * 37) % 100,
      }));
      setFlying((before) => [...before, ...fresh].slice(-TOGETHER_MAX));
      const gone = new Set(fresh.map(({ id }) => id));
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        setFlying((before) => before.filter(({ id }) => !gone.has(id)));
      }, LIFE_MS);
      timers.current.add(timer);
    },
  }));
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);
  return (
    <div className={styles.rising} aria-hidden="true">
      {flying.map(({ id, kind, at }) => (
        <span key={id} style={{ left: `${at}%` }}>
          {SIGNS[kind]}
        </span>
      ))}
    </div>
  );
}
