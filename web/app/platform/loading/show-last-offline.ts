interface LoaderArgs<Data> {
  serverLoader: () => Promise<Data>;
}

/** Makes the `clientLoader` of a page that stays when the connection is lost: `offline` says what it shows then. */
export function showLastOffline<Data>(offline: (last: Data | undefined) => Data) {
  let last: Data | undefined;
  return async ({ serverLoader }: LoaderArgs<Data>): Promise<Data> => {
    try {
      last = await serverLoader();
      return last;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return offline(last);
    }
  };
}
