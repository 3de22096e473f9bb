// Plain old syntax: this file must be readable by whatever Node finds it. The product runs on the Node that its own
// dependencies bring; npm puts that one first on the path of every script.
var NEEDED = 24;
if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    'Node ' +
      NEEDED +
      ' or newer is needed, and this is ' +
      process.versions.node +
      '. ' +
      'Run "npm ci": it brings Node along for Linux and macOS (x64 and arm64); elsewhere install Node ' +
      NEEDED +
      ' or newer.',
  );
  process.exit(1);
}
