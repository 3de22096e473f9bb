import type { MUTED_WORD_PLACES } from '@app/contract/people/muted-words';
import type { ColumnType } from 'kysely';

export interface MutedWordsTables {
  hidden_words: {
    id: ColumnType<number, never, never>;
    user_id: ColumnType<number, number, never>;
    word: string;
    /** By which the same word is known again. */
    folded: ColumnType<string, never, never>;
    /** Any form of it, as a query; null where search keeps nothing of it. */
    forms: ColumnType<string | null, never, never>;
    places: (typeof MUTED_WORD_PLACES)[number][];
    /** PostgreSQL's infinity arrives as the number Infinity. */
    until: ColumnType<Date | number, Date | 'infinity', Date | 'infinity'>;
  };
}
