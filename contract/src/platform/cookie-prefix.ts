/** Before the names of cookies where the operator chose so: browsers take them from this very host and over HTTPS alone. */
export const HOST_PREFIX = '__Host-';
