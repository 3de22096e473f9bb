import type { MUTED_WORD_PLACES } from '@app/contract/people/muted-words';
import type { ColumnType } from 'kysely';

export interface MutedWordsTables {
  muted_words: {
    id: ColumnType<number, never, never>;
    user_id: ColumnType<number, number, never>;
    word: string;
    /** Normalized form that identifies the same word. */
    normalized: ColumnType<string, never, never>;
    /** A tsquery of all word forms; null when full-text search ignores the word. */
    forms: ColumnType<string | null, never, never>;
    places: (typeof MUTED_WORD_PLACES)[number][];
    /** PostgreSQL's infinity arrives as the number Infinity. */
    until: ColumnType<Date | number, Date | 'infinity', Date | 'infinity'>;
  };
}
