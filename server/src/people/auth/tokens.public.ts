import { generateToken, hashToken } from './tokens.ts';

/** For links in emails of other domains; the format of session tokens. */
export const generateLinkToken = (): string => generateToken();

export const hashLinkToken = (token: string): Buffer => hashToken(token);
