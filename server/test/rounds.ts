/** How often a test repeats itself: `few` times in `npm test`, `all` times in `npm run test:all`, which sets LONG_TESTS. */
export const rounds = (few: number, all: number): number => (process.env.LONG_TESTS === 'on' ? all : few);
