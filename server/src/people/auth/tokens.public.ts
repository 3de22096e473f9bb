import { generateToken, hashToken } from './tokens.ts';

/** For links that other domains send by mail: made as tokens of sessions are. */
export const generateLinkToken = (): string => generateToken();

/** What is kept of one. */
export const hashLinkToken = (token: string): Buffer => hashToken(token);
