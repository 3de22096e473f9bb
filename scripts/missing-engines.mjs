/** Says which engines journeys were not run in, and how they are installed; answers which are there and which are not. */
export async function nameMissingEngines() {
  const { ENGINES, INSTALL, missingEngines } = await import('../e2e/engines/find-engines.ts');
  const missing = missingEngines();
  for (const engine of missing) {
    console.log(`NOT RUN in ${engine}, which is not installed: ${INSTALL[engine]}`);
  }
  return { found: ENGINES.filter((engine) => !missing.includes(engine)), missing };
}
