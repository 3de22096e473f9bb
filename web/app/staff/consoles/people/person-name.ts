/** «Лебедева Анна»: as the table of people has it. */
export const personName = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  `${lastname} ${firstname}`.trim();
