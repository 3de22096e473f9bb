interface SecretsTable {
  name: string;
  value: Buffer;
}

export interface InstallationKeysTables {
  secrets: SecretsTable;
}
