export const personName = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  `${lastname} ${firstname}`.trim();
