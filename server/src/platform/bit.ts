/** A yes or no as the specification writes it on the wire. */
export const bit = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0);
