/** On which days a dialog was counted for an ad. */
interface ChatAdDaysTable {
  chat_id: number;
  ad_id: number;
  /** Moscow day, `yyyy-mm-dd`. */
  day: string;
}

/** The last day on which a person's devices heard that strangers wrote. */
interface RequestPushesTable {
  user_id: number;
  day: string;
}

export interface ReactionsAndSchedulingTables {
  chat_ad_days: ChatAdDaysTable;
  request_pushes: RequestPushesTable;
}
