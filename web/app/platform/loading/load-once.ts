/**
 * Shares one `import()` among all who ask for it. While a module is on its way, WebKit (2.50, JavaScriptCore before its new module loader)
 * answers a second `import()` of it with undefined. What failed is asked for again.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
