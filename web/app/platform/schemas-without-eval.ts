// zod compiles schemas by `new Function`, which the content policy forbids, and even its probe is reported as a violation.
// The setting is read when the first schema is made, so it must be there before zod loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
