/** How often a test repeats itself: `few` times in `npm test`, `all` times in `npm run test:all`, which sets LONG_TESTS. */
export const rounds = (few: number, all: number): number => (process.env.LONG_TESTS === 'on' ? all : few);

/** Further variants of what a test tries: none in `npm test`, all of them in `npm run test:all`. */
export const furthermore = <T>(...variants: T[]): T[] => (process.env.LONG_TESTS === 'on' ? variants : []);
