interface ChatAdDaysTable {
  chat_id: number;
  ad_id: number;
  day: string;
}

interface RequestPushesTable {
  user_id: number;
  day: string;
}

export interface ReactionsAndSchedulingTables {
  chat_ad_days: ChatAdDaysTable;
  request_pushes: RequestPushesTable;
}
